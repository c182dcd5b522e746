"""Thousands of pictures or puzzles: rows in a file, many processes, many machines.

From Python, a job runs on any executor of `concurrent.futures`::

    from autoplay.extras.batch.jobs import make_read_job
    from autoplay.extras.batch.run import run_batch

    job = make_read_job(["screenshots/"])
    run_batch(job, "boards.jsonl", executor=client.get_executor(), resume=True)
"""

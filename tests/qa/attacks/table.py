"""Attacks, and what keeps each of them off: tests, or programs that take longer. A row each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

WEB: Final = "tests/autoplay/extras/web"
ROWS: Final = "tests/autoplay/extras/batch/test_rows.py"
HISTORY: Final = "tests/autoplay/test_history.py"
MCP: Final = "tests/autoplay/extras/mcp"
CONFIG: Final = "tests/autoplay/cli/test_config.py"
KILLS: Final = "200"
TEXTS: Final = "100000"


@dataclass(frozen=True, slots=True)
class Attack:
    """Row of the table: the tests of one file that hold it off, or the program that tries it."""

    area: str
    name: str
    file: str
    tests: tuple[str, ...] = ()
    program: tuple[str, ...] = ()


def _web(name: str, file: str, *tests: str) -> Attack:
    return Attack("web", name, f"{WEB}/{file}", tests)


def _mcp(name: str, file: str, *tests: str) -> Attack:
    return Attack("mcp", name, f"{MCP}/{file}", tests)


ATTACKS: Final = (
    _web("pages of other sites, foreign host names", "test_guard.py",
         "test_pages_of_other_sites_are_refused", "test_names_of_this_machine"),
    _web("no token, wrong tokens, redirects to other hosts", "test_guard.py",
         "test_nothing_is_served_without_a_token", "test_wrong_token_is_refused",
         "test_redirect_stays_on_this_server"),
    _web("paths that lead out of the page's folder", "test_guard.py",
         "test_requested_names_are_not_paths"),
    _web("bodies that are damaged, too large or not UTF-8", "test_api.py",
         "test_refused_request_gets_a_reason_and_a_hint", "test_requests_over_a_limit_are_refused"),
    _web("half a head, a hundred slow bodies", "test_connections.py",
         "test_half_a_head_keeps_nobody_out", "test_a_body_that_does_not_arrive_takes_no_place",
         "test_a_head_has_to_arrive_within_seconds", "test_the_oldest_idle_connection_is_closed",
         "test_many_requests_from_one_other_machine_refuse_only_its_next"),
    _web("a body that never ends", "test_api.py",
         "test_a_picture_has_to_arrive_within_its_time"),
    _web("work without end, and clients that leave", "test_pool.py",
         "test_what_takes_too_long_is_ended_and_the_next_is_answered",
         "test_what_nobody_waits_for_is_ended"),
    _web("processes that are killed", "test_pool.py",
         "test_a_process_that_dies_is_reported_and_replaced"),
    _web("more requests than places", "test_pool.py",
         "test_who_comes_when_all_places_are_taken_is_refused"),
    _web("share links with __proto__", "test_page.py", "test_link_holds_the_puzzle"),
    _web("a full folder of pictures", "test_api.py",
         "test_full_folder_gets_no_more_pictures"),
    _mcp("paths, links and pipes outside of the folder", "test_tools.py",
         "test_a_wrong_call_is_answered_with_one_line", "test_nothing_is_read_below_the_root",
         "test_a_link_leads_out_of_the_folder_no_more_than_a_path_and_a_pipe_is_not_waited_for"),
    _mcp("picture bombs", "test_tools.py",
         "test_a_picture_bomb_is_refused_before_it_is_decoded"),
    _mcp("half a character, and what is no message", "test_server.py",
         "test_what_is_no_message_costs_nothing_and_the_end_of_input_ends_it"),
    _mcp("wrong arguments, enormous lists of cells", "test_tools.py",
         "test_a_wrong_call_is_answered_with_one_line"),
    _mcp("presses outside of the board, stale captures", "test_tools.py",
         "test_a_press_is_refused_if_the_board_is_not_as_it_was_captured",
         "test_a_press_after_the_page_was_left_is_refused",
         "test_a_board_that_changes_by_itself_is_not_pressed_on"),
    _mcp("captures and presses without end, clients that leave", "test_tools.py",
         "test_the_oldest_capture_makes_room",
         "test_what_is_left_when_time_is_over_can_be_pressed_next",
         "test_a_call_that_nobody_waits_for_is_given_up"),
    Attack("memory", "a call that takes too much", "tests/autoplay/test_workers.py",
           ("test_what_takes_too_much_memory_costs_only_its_call",
            "test_a_browser_of_a_worker_has_no_limit_of_memory")),
    Attack("memory", "too little memory is no defect", "tests/autoplay/test_errors.py",
           ("test_an_exception_that_nobody_foresaw_is_an_error_with_a_hint",)),
    Attack("memory", "bombs: sizes, notes, scans without end", "tests/vision/files/test_formats.py",
           ("test_a_size_is_refused_before_it_is_decoded",
            "test_what_is_no_pixel_of_a_png_is_not_unpacked",
            "test_a_jpeg_of_endless_scans_is_refused")),
    Attack("memory", "a grid of tiny cells", "tests/vision/lights_out/test_finding.py",
           ("test_a_texture_of_small_cells_takes_little_memory",)),
    Attack("files", "two runs, one output, by links too", ROWS,
           ("test_a_file_that_another_run_writes_is_refused",)),
    Attack("files", "an output that is removed, replaced or cut", ROWS,
           ("test_rows_that_would_be_lost_are_an_error",)),
    Attack("files", "pipes, other files, other rows", ROWS,
           ("test_a_pipe_is_refused", "test_a_file_of_another_kind_is_left_alone",
            "test_rows_of_another_command_are_left_alone")),
    Attack("files", "a full disk", ROWS,
           ("test_a_full_disk_leaves_the_journal_as_it_was", "test_a_locked_database_is_an_error")),
    Attack("files", "a full disk names its file", "tests/autoplay/test_files.py",
           ("test_a_full_disk_names_the_file",)),
    Attack("files", "links to a CSV file, formulas in its cells",
           "tests/autoplay/extras/batch/test_export.py",
           ("test_an_existing_csv_is_replaced_only_if_forced", "test_csv_formulas_get_an_apostrophe")),
    Attack("files", "a history that is damaged, newer or locked", HISTORY,
           ("test_a_file_that_is_not_a_history_is_named",
            "test_a_damaged_run_is_left_out_and_said",
            "test_a_text_that_is_not_utf_8_does_not_hide_the_history",
            "test_a_history_of_another_version_stays_as_it_is",
            "test_a_locked_history_is_not_to_be_moved_away",
            "test_many_at_once_make_one_history")),
    Attack("files", "config files: wrong, deep, a folder, a pipe", CONFIG,
           ("test_a_wrong_file_gets_one_line_and_status_2",
            "test_a_config_file_that_is_no_file_is_said",
            "test_a_file_that_is_wrong_is_not_changed")),
    Attack("files", "kills at random moments", "", program=("tests.qa.kills", "--runs", KILLS)),
    Attack("pages", "control characters in words and names",
           "tests/autoplay/cli/test_control_characters.py",
           ("test_every_control_character_is_escaped",
            "test_the_words_of_a_page_are_escaped_in_its_result",
            "test_a_refused_picture_with_such_a_name_is_named_by_escapes")),
    Attack("pages", "passwords in addresses, printed",
           "tests/autoplay/cli/test_control_characters.py",
           ("test_passwords_in_addresses_are_not_printed",)),
    Attack("pages", "passwords in addresses, stored", HISTORY,
           ("test_a_password_in_an_address_is_not_stored",)),
    Attack("pages", "wrong certificates, scripts that break ours",
           "tests/autoplay/browser/test_navigation.py",
           ("test_a_wrong_certificate_is_not_the_network",
            "test_a_page_that_breaks_our_scripts_did_not_go_away")),
    Attack("texts", "a few mutated texts", "tests/test_mutations.py",
           ("test_a_mutated_text_is_answered_or_refused_with_an_error_of_the_program",)),
    Attack("texts", "long rules within the limit",
           "tests/solvers/lights_out/test_solving.py",
           ("test_the_time_limit_counts_what_long_rules_cost",
            "test_a_board_with_too_many_free_presses_for_the_memory_is_refused")),
    Attack("texts", "boards of pegs that are too large",
           "tests/autoplay/cli/test_pegs.py",
           ("test_a_board_that_is_too_large_to_be_searched_is_refused",
            "test_no_other_start_is_looked_for_when_the_time_is_over")),
    Attack("texts", "huge puzzles with a time limit", "", program=("tests.qa.attacks.huge",)),
    Attack("texts", "many mutated texts", "",
           program=("tests.qa.mutations", "--count", TEXTS)),
)  # fmt: skip
"""All attacks. A new entrance to the program gets its rows when it comes."""

"""Views of the history, schedules and notifications: `autoplay calendar` and `schedule`."""

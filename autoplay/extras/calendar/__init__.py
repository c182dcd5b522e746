"""Views of the history, and schedules with notifications: `autoplay calendar` and `autoplay schedule`."""

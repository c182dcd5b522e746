// Enlarges what is in a view, which then scrolls: the cells of a large board are too small for a finger on a phone.

const STEPS = [1, 1.5, 2, 3, 4];

export class Zoom {
  // The buttons of the group make the content of the view smaller and larger by its --zoom.
  constructor(view, group) {
    Object.assign(this, {view, buttons: [...group.querySelectorAll("[data-zoom]")], step: 0});
    for (const button of this.buttons) button.addEventListener("click", () => this.set(this.step + Number(button.dataset.zoom)));
    this.set(0);
  }

  set(step) {
    const {view} = this, middle = [view.scrollLeft + view.clientWidth / 2, view.scrollTop + view.clientHeight / 2];
    const before = STEPS[this.step];
    this.step = Math.min(Math.max(step, 0), STEPS.length - 1);
    const grown = STEPS[this.step] / before;
    view.style.setProperty("--zoom", STEPS[this.step]);
    view.tabIndex = this.step ? 0 : -1;  // so that the keyboard can scroll it
    view.scrollTo(middle[0] * grown - view.clientWidth / 2, middle[1] * grown - view.clientHeight / 2);
    for (const button of this.buttons) button.setAttribute("aria-disabled", !(this.step + Number(button.dataset.zoom) in STEPS));
  }

  // Scroll the view, and nothing else, until this element is in its middle.
  follow(element) {
    if (!this.step || !element) return;
    const inner = element.getBoundingClientRect(), outer = this.view.getBoundingClientRect();
    this.view.scrollBy(inner.left + inner.width / 2 - outer.left - outer.width / 2, inner.top + inner.height / 2 - outer.top - outer.height / 2);
  }
}

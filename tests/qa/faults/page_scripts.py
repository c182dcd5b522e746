"""Scripts that run on a page before its own: what real pages have around and over their boards.

Each control that a script adds says what it is in ``data-control``.
"""

from __future__ import annotations

from string import Template
from typing import Final


def on_ready(script: str) -> str:
    """Return a script that runs once the page's own have run; the board appears later."""
    return f"addEventListener('DOMContentLoaded', () => {{ {script} }})"


def style(sheet: str) -> str:
    """Return a script that adds a style sheet."""
    return on_ready(
        f"document.head.append(Object.assign(document.createElement('style'), {{ textContent: `{sheet}` }}))"
    )


_START: Final = Template("""
const board = document.querySelector('#puzzleContainer')
const button = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Start game' })
button.dataset.control = 'start'
board.style.visibility = 'hidden'
board.before(button)
button.onclick = () => {
  const count = (left) => {
    button.remove()
    document.querySelector('#countdown')?.remove()
    if (!left) { board.style.visibility = ''; return }
    const number = Object.assign(document.createElement('div'), { id: 'countdown', textContent: left })
    number.style = 'font: bold 120px/1.5 sans-serif; height: 0'
    board.before(number)
    setTimeout(count, 500, left - 1)
  }
  count($seconds)
}
""")
START: Final = on_ready(_START.substitute(seconds=0))
"""The board is hidden until a button is pressed."""
COUNTDOWN: Final = on_ready(_START.substitute(seconds=3))
"""The board is hidden until a button was pressed and three numbers were shown."""
START_BOX: Final = on_ready("""
const cover = document.createElement('div'), button = document.createElement('button')
cover.style = 'position: fixed; inset: 0; z-index: 900; background: rgb(0 0 0 / 60%)'
button.style = 'position: absolute; padding: 70px; background: #fff; font-size: 30px'
button.textContent = 'Play'
button.dataset.control = 'start'
button.onclick = () => cover.remove()
cover.append(button)
document.body.append(cover)
const place = () => {
  const { left, top, width, height } = document.querySelector('#puzzleContainer').getBoundingClientRect()
  button.style.left = `${left + width / 2 - button.offsetWidth / 2}px`
  button.style.top = `${top + height / 2 - button.offsetHeight / 2}px`
}
new ResizeObserver(place).observe(document.querySelector('#stage1'))
addEventListener('resize', place)
""")
"""The page is dark, and a button covers the middle of the board, until it is pressed."""
START_BUTTON: Final = """
const board = document.querySelector('#puzzleContainer'), button = document.createElement('button')
button.type = 'button'
button.textContent = label
button.dataset.control = 'start'
board.before(button)
const kinds = ['pointerdown', 'mousedown', 'mouseup', 'click', 'dblclick', 'contextmenu']
"""
"""Start of a script that puts a button above the board; ``kinds`` are the events of a press."""
EDITOR: Final = on_ready(
    f"const label = 'Play'{START_BUTTON}"
    + """
const paint = (event) => {
  if (!event.target.closest('#stage1')) return
  event.stopImmediatePropagation()
  event.preventDefault()
  const patch = document.createElement('div')
  patch.style = `position: absolute; width: 30px; height: 30px; background: #37a; left: ${event.pageX - 15}px;`
    + `top: ${event.pageY - 15}px`
  document.body.append(patch)
}
for (const kind of kinds) addEventListener(kind, paint, true)
button.onclick = () => {
  for (const kind of kinds) removeEventListener(kind, paint, true)
  button.remove()
}
"""
)
"""Presses paint the board until a button is pressed."""

LOCKED: Final = on_ready(
    f"const label = 'Start game'{START_BUTTON}"
    + """
const swallow = (event) => {
  if (event.target.closest('#stage1')) { event.stopImmediatePropagation(); event.preventDefault() }
}
for (const kind of kinds) addEventListener(kind, swallow, true)
const count = (left) => {
  button.textContent = left ? `Ready in ${left}` : 'Good luck'
  if (left) setTimeout(count, 1000, left - 1)
  else for (const kind of kinds) removeEventListener(kind, swallow, true)
}
button.onclick = () => count(3)
"""
)
"""Presses on the board do nothing until a button was pressed and 3 s are over, which the button
counts."""

CHECK: Final = on_ready("document.querySelector('#btnReady').textContent = 'Check'")
"""The button that submits the answer says "Check"."""
TWO_CHECKS: Final = on_ready("""
const button = document.querySelector('#btnReady'), other = button.cloneNode(true)
button.textContent = 'Check'
other.textContent = 'Submit'
other.removeAttribute('id')
other.type = 'button'
other.dataset.control = 'submit'
button.after(other)
""")
"""Two buttons may submit the answer."""
SILENT: Final = on_ready("""
const reply = document.querySelector('#ajaxResponse')
new MutationObserver(() => { if (reply.firstChild) reply.replaceChildren() }).observe(reply, { childList: true })
""")
"""The page does not show what its server answers."""

_WIN: Final = Template("""
const reply = document.querySelector('#ajaxResponse')
new MutationObserver(() => {
  const won = reply.querySelector('.succ')
  if (!won) return
  const { left, top, width, height } = document.querySelector('#stage1').getBoundingClientRect()
  const box = document.createElement('div')
  box.style = 'position: fixed; z-index: 900; display: grid; place-items: center; background: #fff;'
    + `border: 3px solid #284; left: $${left + width / 10}px; top: $${top + height / 6}px;`
    + `width: $${width * 0.8}px; height: $${height * 0.6}px`
  box.innerHTML = `$content`
  document.body.append(box)
  reply.replaceChildren()
}).observe(reply, { childList: true })
""")
WIN_BOX: Final = on_ready(_WIN.substitute(content="<h2>You win!</h2>"))
"""A box over the board says that the puzzle is solved."""
WIN_PICTURE: Final = on_ready(
    _WIN.substitute(
        content='<svg width="90" height="90" viewBox="0 0 24 24"><path fill="#c90" '
        'd="M6 2h12v3h4c0 5-2 7-5 8-1 2-2 3-4 3v3h4v3H7v-3h4v-3c-2 0-3-1-4-3-3-1-5-3-5-8h4z"/></svg>'
    )
)
"""A box over the board shows a cup, and no word."""

NO_WORDS: Final = on_ready("""
const wipe = () => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const text = texts.currentNode
    if (text.data.trim() && !text.parentElement.closest('script, style, #stage1')) text.data = ''
  }
  for (const element of document.querySelectorAll('[title], [aria-label]')) {
    element.removeAttribute('title')
    element.removeAttribute('aria-label')
  }
}
wipe()
document.title = ''
new MutationObserver(wipe).observe(document.body, { childList: true, subtree: true, characterData: true })
""")
"""The page has no text, not even for screen readers."""

GLOW: Final = style(".lamp.lit { box-shadow: 0 0 12px 1px var(--colour) !important; z-index: 1 }")
"""Lit lamps shine on their neighbours."""
HOVER_GLOW: Final = on_ready("""
const middle = (lamp) => {
  const { left, top, width, height } = lamp.getBoundingClientRect()
  return [left + width / 2, top + height / 2, width]
}
const glow = (target) => {
  const under = target?.closest?.('.lamp')
  for (const lamp of document.querySelectorAll('.lamp')) {
    const [x, y] = middle(lamp), [at, down, width] = under ? middle(under) : [0, 0, 0]
    const away = Math.hypot(x - at, y - down)
    lamp.style.filter = under && away < 1.4 * width ? 'brightness(1.35)' : ''
  }
}
addEventListener('mouseover', (event) => glow(event.target))
""")
"""The lamps that a press on the lamp under the mouse would change are brighter."""
PULSE: Final = style("""
.icon-star::before, .queens-icon-svg { animation: throb .6s infinite alternate ease-in-out !important }
.peg { animation: shrink .6s infinite alternate ease-in-out }
.lit { animation: dim .6s infinite alternate ease-in-out }
@keyframes throb { to { scale: .8 } }
@keyframes shrink { from { clip-path: circle(50%) } to { clip-path: circle(42%) } }
@keyframes dim { to { filter: brightness(.88) } }
""")
"""Stars, pegs and lit lamps never stand still: they grow and shrink, or flicker."""
ROCK: Final = style("""
.peg { animation: rock .5s infinite alternate ease-in-out }
@keyframes rock { from { translate: -2px 0 } to { translate: 2px 0 } }
""")
"""Pegs rock from side to side."""

_BESIDE: Final = Template("""
const table = document.createElement('table')
table.style = 'position: absolute; border-collapse: collapse; font: 12px/1 sans-serif; text-align: center; color: #222;'
  + 'background: #fff'
for (let row = 0; row < $rows; row += 1) {
  for (let col = 0; col < $cols; col += 1) {
    const cell = (table.rows[row] ?? table.insertRow()).insertCell()
    cell.style = 'box-sizing: border-box; padding: 0; border: 1px solid #999; width: ${side}px; height: ${side}px'
    cell.textContent = $text
  }
}
document.body.append(table)
const place = () => {
  const { left, top } = document.querySelector('#stage1').getBoundingClientRect()
  table.style.left = `$${left + scrollX - table.offsetWidth - 40}px`
  table.style.top = `$${top + scrollY}px`
}
new ResizeObserver(place).observe(document.querySelector('#stage1'))
addEventListener('resize', place)
""")
CALENDAR: Final = on_ready(_BESIDE.substitute(rows=5, cols=7, side=24, text="7 * row + col + 1"))
"""A calendar is beside the board."""
EMPTY_GRID: Final = on_ready(_BESIDE.substitute(rows=6, cols=6, side=20, text="''"))
"""An empty grid is beside the board."""

DOTS: Final = on_ready("""
const lines = ['Easy ●○○○○', 'Medium ●●●○○', 'Hard ●●●●●', 'o o o O O O 0 0 0 8 8 8']
for (const line of lines) {
  const text = Object.assign(document.createElement('p'), { textContent: line })
  text.style = 'margin: 0; font: 20px/26px "DejaVu Sans", sans-serif'
  document.querySelector('#puzzleControls').append(text)
}
""")
"""Lines of text below the board look like rows of pegs."""

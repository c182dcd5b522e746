// A Lights Out board in the frame or shadow tree it is put into, made and behaving as `settings` say.
// `told` is what a test asks: the lamps as they are, how often the board was won, presses on lamps and elsewhere.
window.told = {lamps: [], won: 0, presses: 0, elsewhere: 0}
let shown = {}
addEventListener('mousedown', (event) => {
  const isLamp = event.composedPath().includes(shown.board) || shown.host?.contains(event.target)
  if (!isLamp) told.elsewhere += 1
})

const DEFAULTS = {
  rows: 5, cols: 5, kind: 'divs', side: 56, gap: 6, colours: ['#37474f', '#ffd54a'], page: '#fafafa', ink: '#222',
  on: 'click', shape: [[0, 0], [-1, 0], [1, 0], [0, -1], [0, 1]], wraps: false, presses: [], goal: 0,
  ms: 0, deaf: false, late: 0, anew: false, hover: '', win: 'words', limit: 0, moves: true, style: '', lag: 0, fixed: null,
}

function mount(root, given) {
  const game = {...DEFAULTS, ...given}
  const {rows, cols, colours} = game
  document.body.style.cssText += `; background:${game.page}; color:${game.ink}; font-family:sans-serif`
  const kind = KINDS[game.kind]
  let lamps, board, cells, locked = false, over = false

  const deal = (presses) => {
    lamps = Array.from({length: rows}, () => Array(cols).fill(game.goal))
    for (const [row, col] of presses) change(row, col)
    told.lamps = lamps
  }
  const change = (row, col) => {
    for (const [down, right] of game.shape) {
      let r = row + down, c = col + right
      if (game.wraps) { r = (r + rows) % rows; c = (c + cols) % cols }
      if (lamps[r]?.[c] !== undefined) lamps[r][c] = (lamps[r][c] + 1) % colours.length
    }
  }
  const build = () => {
    const made = kind.board(game)
    made.dataset.board = ''
    cells = lamps.map((line, row) => {
      const parent = kind.row?.(made, game) ?? made
      return line.map((_, col) => {
        const lamp = kind.lamp(game, parent, row, col)
        if (game.ms) for (const part of [lamp, ...lamp.querySelectorAll('*')]) part.style.transition = `all ${game.ms}ms`
        if (game.hover) {
          lamp.addEventListener('mouseenter', () => { lamp.style.outline = game.hover.outline ?? ''; lamp.style.filter = game.hover.filter ?? '' })
          lamp.addEventListener('mouseleave', () => { lamp.style.outline = lamp.style.filter = '' })
        }
        lamp.addEventListener(game.on, () => press(row, col))
        return lamp
      })
    })
    show(made)
    board?.replaceWith(made)
    board = made
    shown = {board, host: root.host}
  }
  const show = (made = board) => {
    lamps.forEach((line, row) => line.forEach((state, col) => kind.show(cells[row][col], state, game, made)))
  }
  const press = (row, col) => {
    told.presses += 1
    if (locked || over) return
    locked = game.deaf
    if (locked) setTimeout(() => { locked = false }, game.ms)
    setTimeout(() => {
      change(row, col)
      game.anew ? build() : show()
      counter.textContent = `Moves: ${told.presses}`
      const isWon = lamps.every((line) => line.every((state) => state === game.goal))
      if (isWon) { told.won += 1; over = true; setTimeout(() => WINS[game.win]({game, board, root, again}), game.late) }
      else if (game.limit && told.presses >= game.limit) { over = true; words(root, 'lost', 'Out of moves. You lose!') }
    }, game.lag)
  }
  const again = () => { deal(game.presses.map(([row, col]) => [rows - 1 - row, col])); over = false; build() }

  deal(game.presses)
  if (game.fixed) told.lamps = lamps = game.fixed.map((line) => [...line].map(Number))
  build()
  root.append(board)
  const counter = element('p', '', game.moves ? root : undefined)
  counter.textContent = 'Moves: 0'
  return board
}

const boxed = (game) => `box-sizing:border-box; width:${game.side}px; height:${game.side}px; padding:0; margin:0; cursor:pointer; user-select:none; ${game.style};`
const gridded = (game, style = '') => element('div', `display:grid; gap:${game.gap}px; grid-template-columns:repeat(${game.cols}, ${game.side}px); width:max-content; ${style}`)
const picture = (fill) => `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="${SVG}" viewBox="0 0 20 20"><circle cx="10" cy="9" r="7" fill="${fill}"/><rect x="7" y="15" width="6" height="4" fill="#777"/></svg>`)}`

const divs = {
  board: gridded,
  lamp: (game, parent) => element('div', boxed(game), parent),
  show: (lamp, state, game) => { lamp.style.background = game.colours[state] },
}

const KINDS = {
  divs,
  framed: {...divs, board: (game) => gridded(game, `background:#222; padding:${game.gap}px; border-radius:8px`)},
  buttons: {
    ...divs,
    board: () => element('div', 'display:flex; flex-direction:column; width:max-content'),
    row: (board) => element('div', 'display:flex', board),
    lamp: (game, parent) => element('button', `${boxed(game)} margin:${game.gap / 2}px; border:1px solid #888; border-radius:6px`, parent),
  },
  plain_buttons: {
    ...divs,
    lamp: (game, parent) => element('button', boxed(game), parent),
  },
  table: {
    board: () => element('table', 'border-collapse:collapse'),
    row: (board) => board.insertRow(),
    lamp: (game, parent) => { const cell = element('td', `${boxed(game)} border:1px solid #999`, parent); return cell },
    show: (lamp, state, game) => { lamp.className = state ? 'on' : 'off'; lamp.style.background = game.colours[state] },
  },
  canvas: {
    // A lamp is a place on the canvas: what it hears is what the canvas hears there.
    board: (game) => {
      const board = element('canvas', 'display:block; cursor:pointer')
      board.width = game.cols * game.side
      board.height = game.rows * game.side
      board.pen = board.getContext('2d')
      return board
    },
    lamp: (game, parent, row, col) => {
      const lamp = new EventTarget()
      lamp.querySelectorAll = () => []
      lamp.style = {}
      lamp.row = row
      lamp.col = col
      parent.addEventListener(game.on, (event) => {
        const isHere = Math.floor(event.offsetY / game.side) === row && Math.floor(event.offsetX / game.side) === col
        if (isHere) lamp.dispatchEvent(new Event(game.on))
      })
      return lamp
    },
    show: (lamp, state, game, board) => {
      const {pen} = board, {side} = game
      pen.fillStyle = game.colours[state]
      pen.fillRect(lamp.col * side, lamp.row * side, side, side)
      pen.strokeStyle = '#888'
      pen.strokeRect(lamp.col * side + .5, lamp.row * side + .5, side - 1, side - 1)
    },
  },
  circles: {
    board: (game) => {
      const board = element('svg:svg', 'display:block')
      board.setAttribute('width', game.cols * (game.side + game.gap))
      board.setAttribute('height', game.rows * (game.side + game.gap))
      return board
    },
    lamp: (game, parent, row, col) => {
      const lamp = element('svg:circle', 'cursor:pointer; stroke:#555; stroke-width:2', parent)
      lamp.setAttribute('cx', (col + .5) * (game.side + game.gap))
      lamp.setAttribute('cy', (row + .5) * (game.side + game.gap))
      lamp.setAttribute('r', game.side / 2 - 1)
      return lamp
    },
    show: (lamp, state, game) => { lamp.style.fill = game.colours[state] },
  },
  checkboxes: {
    board: gridded,
    lamp: (game, parent) => {
      const lamp = element('input', `appearance:none; ${boxed(game)} border:3px solid #777; border-radius:50%`, parent)
      lamp.type = 'checkbox'
      return lamp
    },
    show: (lamp, state, game) => { lamp.checked = state === 1; lamp.style.background = game.colours[state] },
  },
  native: {
    // Bare check boxes, as wide as they come.
    board: gridded,
    lamp: (game, parent) => { const lamp = element('input', boxed(game), parent); lamp.type = 'checkbox'; return lamp },
    show: (lamp, state) => { setTimeout(() => { lamp.checked = state === 1 }) },
  },
  signs: {
    board: gridded,
    lamp: (game, parent) => element('div', `${boxed(game)} font:${game.side * .8}px/${game.side}px sans-serif; text-align:center; color:${game.colours[1]}`, parent),
    show: (lamp, state) => { lamp.textContent = '○●'[state] },
  },
  letters: {
    board: (game) => gridded(game, 'background:#222; padding:6px'),
    lamp: (game, parent) => element('div', `${boxed(game)} font:${game.side * .6}px/${game.side}px monospace; text-align:center; color:#0f0; background:#000`, parent),
    show: (lamp, state) => { lamp.textContent = '01'[state] },
  },
  images: {
    board: gridded,
    lamp: (game, parent) => { const lamp = element('img', boxed(game), parent); lamp.draggable = false; return lamp },
    show: (lamp, state, game) => { lamp.src = picture(game.colours[state]) },
  },
  glow: {
    board: gridded,
    lamp: (game, parent) => element('div', `${boxed(game)} border-radius:14px`, parent),
    show: (lamp, state, game) => {
      lamp.style.background = state ? `radial-gradient(circle, #fff, ${game.colours[1]} 70%)` : game.colours[0]
      lamp.style.boxShadow = state ? `0 0 18px ${game.colours[1]}` : 'inset 0 0 6px #000'
    },
  },
  gradient: {
    ...divs,
    show: (lamp, state, game) => { lamp.style.background = `linear-gradient(135deg, #fff8, #0006), ${game.colours[state]}` },
  },
  icons: {
    board: gridded,
    lamp: (game, parent) => {
      const lamp = element('div', `${boxed(game)} border:2px solid #455; border-radius:8px; display:grid; place-items:center`, parent)
      element('img', `width:60%; pointer-events:none`, lamp)
      return lamp
    },
    show: (lamp, state, game) => { lamp.firstChild.src = picture(state ? '#ff0' : '#333'); lamp.style.background = game.colours[state] },
  },
  numbered: {
    // Each lamp has its number on it, so that no two look alike.
    ...divs,
    lamp: (game, parent, row, col) => {
      const lamp = element('div', `${boxed(game)} font:16px/${game.side}px sans-serif; text-align:center; color:#888`, parent)
      lamp.textContent = row * game.cols + col + 1
      return lamp
    },
  },
  cards: {
    board: (game) => gridded(game, 'perspective:800px'),
    lamp: (game, parent) => {
      const lamp = element('div', `${boxed(game)} position:relative; transform-style:preserve-3d`, parent)
      for (const [side, colour] of game.colours.entries()) {
        element('div', `position:absolute; inset:0; border-radius:6px; backface-visibility:hidden; background:${colour}; transform:rotateY(${side * 180}deg)`, lamp)
      }
      return lamp
    },
    show: (lamp, state) => { lamp.style.transform = `rotateY(${state * 180}deg)` },
  },
  bare: {
    // Rings in a dark page that fill: nothing but a thin line where a lamp is off.
    ...divs,
    lamp: (game, parent) => element('div', `${boxed(game)} border:2px solid #555; border-radius:50%`, parent),
    show: (lamp, state, game) => { lamp.style.background = state ? game.colours[1] : 'transparent' },
  },
  switches: {
    board: gridded,
    lamp: (game, parent) => {
      const lamp = element('div', `${boxed(game)} border-radius:99px; background:#999; position:relative`, parent)
      element('div', 'position:absolute; top:15%; bottom:15%; width:40%; border-radius:50%; background:#fff; pointer-events:none', lamp)
      return lamp
    },
    show: (lamp, state, game) => { lamp.firstChild.style.left = state ? '52%' : '8%'; lamp.style.background = game.colours[state] },
  },
}

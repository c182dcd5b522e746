// A peg solitaire board in the frame or shadow tree it is put into, made and behaving as `settings` say.
// `told` is what a test asks: the sites as they are, how often the board was won, presses on its sites and elsewhere.
window.told = {won: 0, presses: 0, elsewhere: 0, wrong: 0, jumps: 0, rows: []}

const DEFAULTS = {
  rows: ['    .', '   o o', '  o o o', ' o o o o', 'o o o o o'], lattice: 'triangular', kind: 'absolute', look: 'discs',
  pitch: 64, ratio: 0, disc: 44, aligned: 'centre', colours: {peg: '#c0392b', hole: '#5d4037', selected: '#f1c40f'},
  page: '#fafafa', ink: '#222', plate: '#d7a86e', style: '', by: 'click', deselects: true, hints: false, strict: false,
  auto: false, keeps: false, chooses: false, end: null, ms: 0, slides: false, deaf: false, lag: 0, wrong: 'drops',
  win: 'words', late: 0, says: true,
}
const WAYS = {square: [[0, 1], [0, -1], [1, 0], [-1, 0]], triangular: [[0, 2], [0, -2], [1, 1], [1, -1], [-1, 1], [-1, -1]]}

function mount(root, given) {
  const game = {...DEFAULTS, ...given}
  game.ratio ||= game.lattice === 'square' ? 1 : .866
  document.body.style.cssText += `; background:${game.page}; color:${game.ink}; font-family:sans-serif`
  const kind = KINDS[game.kind], steps = game.lattice === 'square' ? 1 : 2
  let sites, pegs, selected = null, dragged = null, over = false, locked = false, chooses = game.chooses

  const deal = () => {
    sites = game.rows.flatMap((row, down) => {
      const places = [...row].flatMap((letter, col) => letter === ' ' ? [] : [col])
      return places.map((col, index) => ({row: down, col, index, of: places.length}))
    })
    for (const site of sites) place(game, site, steps)
    pegs = game.rows.flatMap((row) => [...row].filter((letter) => letter !== ' ').map((letter) => letter === 'o'))
    selected = dragged = null
    over = false
  }
  const number = (row, col) => sites.findIndex((site) => site.row === row && site.col === col)
  const legal = (from) => WAYS[game.lattice].flatMap(([down, right]) => {
    const {row, col} = sites[from]
    const middle = number(row + down, col + right), to = number(row + 2 * down, col + 2 * right)
    return pegs[from] && to >= 0 && middle >= 0 && pegs[middle] && !pegs[to] ? [[from, middle, to]] : []
  })
  const show = () => {
    const targets = game.hints && selected !== null ? legal(selected).map(([, , to]) => to) : []
    sites.forEach((site, n) => kind.show(site, {
      peg: pegs[n] && dragged !== n, selected: selected === n, hint: targets.includes(n),
    }, game, board))
    told.rows = game.rows.map((row, down) => [...row].map((letter, col) => letter === ' ' ? ' ' : pegs[number(down, col)] ? 'o' : '.').join(''))
  }
  const jump = ([from, middle, to]) => {
    told.jumps += 1
    selected = dragged = null
    locked = game.deaf
    setTimeout(() => {
      if (game.slides && game.ms) slide(from, to)
      pegs[from] = pegs[middle] = false
      setTimeout(() => { pegs[to] = true; selected = game.keeps ? to : null; show(); settle() }, game.slides ? game.ms : 0)
      show()
    }, game.lag)
  }
  const settle = () => {
    locked = false
    const left = pegs.filter(Boolean).length
    counter.textContent = `Pegs left: ${left}`
    const isWon = left === 1 && (game.end === null || pegs[game.end])
    if (isWon) { told.won += 1; over = true; setTimeout(() => WINS[game.win]({game, board, root, again}), game.late) }
    else if (!sites.some((_, n) => legal(n).length)) {
      over = true
      if (game.says) words(root, 'lost', 'No more jumps. You lose!')
    }
  }
  const slide = (from, to) => {
    const [start, end] = [from, to].map((n) => middleOf(game, board, sites[n]))
    const flying = floating(game, start)
    flying.style.transition = `all ${game.ms}ms`
    flying.getBoundingClientRect()
    flying.style.left = `${end.x - game.disc / 2}px`
    flying.style.top = `${end.y - game.disc / 2}px`
    setTimeout(() => flying.remove(), game.ms)
  }
  const refuse = () => {
    told.wrong += 1
    if (game.wrong === 'drops') selected = null
    if (game.wrong === 'shakes') board.animate([{translate: '0'}, {translate: '8px'}, {translate: '-8px'}, {translate: '0'}], 300)
    show()
  }
  const tryJump = (from, to) => {
    const found = legal(from).find((way) => way[2] === to)
    found ? jump(found) : refuse()
  }
  const isDeaf = () => over || locked
  const chosen = (n) => {
    if (!chooses || !pegs[n]) return false
    pegs[n] = chooses = false
    show()
    return true
  }
  const click = (n) => {
    if (isDeaf() || n < 0 || chosen(n)) return
    if (pegs[n]) {
      const ways = legal(n)
      if (game.auto && ways.length === 1) return jump(ways[0])
      if (selected === n) selected = game.deselects ? null : n
      else if (selected === null || !game.strict) selected = n
      show()
    } else if (game.by === 'hole') {
      const ways = sites.flatMap((_, from) => legal(from)).filter((way) => way[2] === n && (selected === null || way[0] === selected))
      ways.length === 1 ? jump(ways[0]) : refuse()
    } else if (selected !== null) tryJump(selected, n)
  }
  const take = (n) => {
    if (isDeaf() || n < 0 || !pegs[n] || chosen(n)) return false
    dragged = n
    show()
    return true
  }
  const drop = (n) => {
    const from = dragged
    dragged = null
    if (from === null) return
    n >= 0 && n !== from ? tryJump(from, n) : show()
  }
  const again = () => { deal(); kind.again?.(board); build(); show() }
  const build = () => {
    const made = kind.board(game, sites)
    for (const site of sites) site.element = kind.site(game, made, site)
    board?.replaceWith(made)
    board = made
    listen(game, board, sites, {click, take, drop})
  }

  let board
  deal()
  build()
  root.append(board)
  const counter = element('p', '', root)
  counter.textContent = `Pegs left: ${pegs.filter(Boolean).length}`
  show()
  const seen = (event) => {
    const n = siteAt(game, board, sites, event)
    n < 0 ? told.elsewhere += 1 : told.presses += 1
  }
  addEventListener('pointerdown', seen, true)
  return board
}

// Where a site's middle is on its board, in px.
function place(game, site, steps) {
  const across = game.pitch / steps, indent = game.aligned === 'left' ? site.index * steps : site.col
  site.x = indent * across + game.pitch / 2
  site.y = site.row * game.pitch * game.ratio + game.pitch / 2
}

function sizeOf(game, sites) {
  return [Math.max(...sites.map((site) => site.x)) + game.pitch / 2, Math.max(...sites.map((site) => site.y)) + game.pitch / 2]
}

// Where it is in the window, however the board is turned or scaled.
function middleOf(game, board, site) {
  const box = (site.element instanceof Element ? site.element : board).getBoundingClientRect()
  if (site.element instanceof Element) return {x: box.x + box.width / 2, y: box.y + box.height / 2}
  return {x: box.x + site.x * box.width / board.width, y: box.y + site.y * box.height / board.height}
}

// The number of the site under a press, or -1.
function siteAt(game, board, sites, event) {
  const path = event.composedPath()
  const own = sites.findIndex((site) => path.includes(site.element))
  if (own >= 0) return own
  return sites.findIndex((site) => {
    const {x, y} = middleOf(game, board, site)
    return Math.hypot(event.clientX - x, event.clientY - y) <= game.disc / 2
  })
}

function floating(game, {x, y}) {
  const style = `position:fixed; z-index:99; pointer-events:none; width:${game.disc}px; height:${game.disc}px`
  const made = element('div', `${style}; left:${x - game.disc / 2}px; top:${y - game.disc / 2}px`, document.body)
  element('div', `width:100%; height:100%; border-radius:50%; ${dressed(game, {peg: true})}`, made)
  return made
}

function listen(game, board, sites, {click, take, drop}) {
  const at = (event) => siteAt(game, board, sites, event)
  if (['click', 'both', 'hole'].includes(game.by)) board.addEventListener('click', (event) => click(at(event)))
  if (game.by === 'down') board.addEventListener('mousedown', (event) => click(at(event)))
  if (['drag', 'both'].includes(game.by)) follow('mouse', game, board, at, take, drop)
  if (game.by === 'pointer') follow('pointer', game, board, at, take, drop)
  if (game.by === 'html5') sites.forEach((site, n) => {
    site.element.addEventListener('dragstart', (event) => { event.dataTransfer.setData('text', n); setTimeout(() => take(n)) })
    site.element.addEventListener('dragover', (event) => event.preventDefault())
    site.element.addEventListener('drop', (event) => { event.preventDefault(); drop(n) })
    site.element.addEventListener('dragend', () => drop(-1))
    site.element.addEventListener('click', () => game.chooses && take(n))
    site.element.draggable = true
  })
}

function follow(device, game, board, at, take, drop) {
  let flying = null
  board.addEventListener(`${device}down`, (event) => {
    if (!take(at(event))) return
    event.preventDefault()
    if (device === 'pointer') board.setPointerCapture(event.pointerId)
    flying = floating(game, {x: event.clientX, y: event.clientY})
  })
  addEventListener(`${device}move`, (event) => {
    if (flying) { flying.style.left = `${event.clientX - game.disc / 2}px`; flying.style.top = `${event.clientY - game.disc / 2}px` }
  })
  addEventListener(`${device}up`, (event) => {
    if (!flying) return
    flying.remove()
    flying = null
    drop(at(event))
  })
}

// How sites look: what is peg, hole, selected or a legal target, as CSS of one box.
const shine = (colour) => `background:radial-gradient(circle at 35% 30%, #fff, ${colour} 45%, #000 120%)`
const LOOKS = {
  discs: (state, {colours}) => `background:${state.selected ? colours.selected : state.peg ? colours.peg : colours.hole}; ${state.hint ? 'outline:3px dashed #2a2' : ''}`,
  marbles: (state, {colours}) => state.peg
    ? `${shine(state.selected ? colours.selected : colours.peg)}; box-shadow:2px 4px 6px #0008`
    : `background:radial-gradient(circle at 60% 70%, #0002, #0009); ${state.hint ? 'box-shadow:0 0 0 3px #2a2' : ''}`,
  ringed: (state, {colours}) => `background:${state.peg ? colours.peg : colours.hole}; border:3px solid ${state.selected ? colours.selected : '#3338'}; box-sizing:border-box`,
  rings: (state, {colours}) => `border:3px solid ${colours.peg}; box-sizing:border-box; background:${state.peg ? state.selected ? colours.selected : colours.peg : 'transparent'}`,
  tees: (state, {colours}) => state.peg
    ? `background:radial-gradient(circle, #0003 0 22%, transparent 24%), radial-gradient(circle, ${state.selected ? colours.selected : colours.peg} 0 92%, #0006 94%)`
    : 'background:radial-gradient(circle, #2b1a0e 0 30%, transparent 32%)',
  dots: (state, {colours}) => state.peg
    ? `background:${state.selected ? colours.selected : colours.peg}`
    : `background:radial-gradient(circle, ${state.hint ? '#2a2' : colours.hole} 0 28%, transparent 30%)`,
  lifted: (state, {colours}) => state.peg
    ? `background:${colours.peg}; ${state.selected ? 'transform:scale(1.2) translateY(-4px); box-shadow:0 6px 8px #0009' : ''}`
    : `background:${colours.hole}; box-shadow:inset 0 3px 6px #000a`,
  images: (state, {colours}) => state.peg
    ? `background:url("${ball(state.selected ? colours.selected : colours.peg)}") center/contain`
    : `background:url("${ball(colours.hole, 11)}") center/contain`,
  letters: () => '',
  squares: (state, {colours}) => `border-radius:6px; background:${state.selected ? colours.selected : state.peg ? colours.peg : colours.hole}`,
}
const SIGNS = {
  letters: (state) => state.peg ? '●' : '○',
}
const ball = (fill, radius = 18) => `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="${SVG}" viewBox="0 0 40 40"><circle cx="20" cy="20" r="${radius}" fill="${fill}" stroke="#0005" stroke-width="2"/><circle cx="${20 - radius / 3}" cy="${20 - radius / 3}" r="${radius / 5}" fill="#fff8"/></svg>`)}`
const dressed = (game, state) => LOOKS[game.look](state, game)

const worn = (site, state, game) => {
  const face = site.element.face
  const sign = SIGNS[game.look]?.(state)
  const moves = game.ms && !game.slides ? `transition:all ${game.ms}ms;` : ''
  face.style.cssText = `width:${game.disc}px; height:${game.disc}px; border-radius:50%; ${moves} ${dressed(game, state)}`
  if (sign) {
    face.style.cssText += `; font:${game.disc * .8}px/${game.disc}px sans-serif; text-align:center; color:${state.selected ? game.colours.selected : game.colours.peg}`
    face.textContent = sign
  }
}
const faced = (game, parent, style) => {
  const made = element('div', `cursor:pointer; user-select:none; ${style}`, parent)
  made.face = element('div', '', made)
  return made
}
const plated = (game, sites, style = '') => {
  const [width, height] = sizeOf(game, sites)
  return element('div', `width:${width}px; height:${height}px; background:${game.plate}; border-radius:12px; position:relative; ${style}; ${game.style}`)
}

const KINDS = {
  absolute: {
    board: plated,
    site: (game, board, {x, y}) => faced(game, board, `position:absolute; left:${x - game.disc / 2}px; top:${y - game.disc / 2}px`),
    show: worn,
  },
  wedge: {
    // A triangular plank under the triangle.
    board: (game, sites) => plated(game, sites, 'clip-path:polygon(50% -8%, 108% 104%, -8% 104%)'),
    site: (game, board, {x, y}) => faced(game, board, `position:absolute; left:${x - game.disc / 2}px; top:${y - game.disc / 2}px`),
    show: worn,
  },
  rows: {
    // Rows of flex, centred or not, as many make a triangle.
    board: (game) => element('div', `display:flex; flex-direction:column; gap:${game.pitch * game.ratio - game.disc}px; width:max-content; padding:16px; background:${game.plate}; ${game.style}`),
    site: (game, board, site) => {
      while (board.children.length <= site.row) {
        element('div', `display:flex; gap:${game.pitch - game.disc}px; justify-content:${game.aligned === 'left' ? 'start' : 'center'}`, board)
      }
      return faced(game, board.children[site.row], '')
    },
    show: worn,
  },
  grid: {
    board: (game) => element('div', `display:grid; grid-auto-columns:${game.pitch}px; grid-auto-rows:${game.pitch}px; place-items:center; width:max-content; padding:10px; border-radius:50%; background:${game.plate}; ${game.style}`),
    site: (game, board, {row, col}) => faced(game, board, `grid-area:${row + 1}/${col + 1}`),
    show: worn,
  },
  table: {
    // A table with borders: its cells are ruled where sites are, and what hears is the cell.
    board: (game) => element('table', `border-collapse:collapse; ${game.style}`),
    site: (game, board, {row, col}) => {
      while (board.rows.length <= row) board.insertRow()
      const line = board.rows[row]
      while (line.cells.length < col) line.insertCell()
      const cell = line.insertCell()
      cell.style.cssText = `width:${game.pitch}px; height:${game.pitch}px; border:1px solid #999; padding:0; background:${game.plate}`
      cell.face = element('div', '', element('div', 'display:grid; place-items:center', cell))
      return cell
    },
    show: worn,
  },
  buttons: {
    board: plated,
    site: (game, board, {x, y}) => {
      const made = element('button', `position:absolute; padding:0; border:0; background:none; cursor:pointer; left:${x - game.disc / 2}px; top:${y - game.disc / 2}px`, board)
      made.face = element('span', '', made)
      return made
    },
    show: (site, state, game) => { worn(site, state, game); site.element.face.style.display = 'block' },
  },
  svg: {
    board: (game, sites) => {
      const [width, height] = sizeOf(game, sites), board = element('svg:svg', `display:block; background:${game.plate}`)
      board.setAttribute('width', width)
      board.setAttribute('height', height)
      return board
    },
    site: (game, board, {x, y}) => {
      const made = element('svg:circle', `cursor:pointer; transition:all ${game.ms}ms`, board)
      made.setAttribute('cx', x)
      made.setAttribute('cy', y)
      return made
    },
    show: (site, state, {colours, disc}) => {
      const {element} = site
      element.setAttribute('r', state.peg ? disc / 2 : disc / 3)
      element.setAttribute('fill', state.selected ? colours.selected : state.peg ? colours.peg : colours.hole)
      element.setAttribute('stroke', state.hint ? '#2a2' : state.peg ? '#0008' : 'none')
      element.setAttribute('stroke-width', 3)
    },
  },
  canvas: {
    // A site is a place on the canvas.
    board: (game, sites) => {
      const board = element('canvas', 'display:block; cursor:pointer')
      ;[board.width, board.height] = sizeOf(game, sites)
      board.pen = board.getContext('2d')
      board.pen.fillStyle = game.plate
      board.pen.fillRect(0, 0, board.width, board.height)
      return board
    },
    site: () => null,
    show: ({x, y}, state, {colours, disc, plate}, board) => {
      const {pen} = board, colour = state.selected ? colours.selected : state.peg ? colours.peg : colours.hole
      const full = (radius, fill) => { pen.beginPath(); pen.arc(x, y, radius, 0, 7); pen.fillStyle = fill; pen.fill() }
      pen.fillStyle = plate
      pen.fillRect(x - disc / 2 - 3, y - disc / 2 - 3, disc + 6, disc + 6)
      full(disc / 2, state.peg ? '#0006' : colours.hole)
      if (state.peg) {
        const shade = pen.createRadialGradient(x - disc / 6, y - disc / 6, 1, x, y, disc / 2)
        shade.addColorStop(0, '#fff')
        shade.addColorStop(.4, colour)
        shade.addColorStop(1, colour)
        full(disc / 2 - 2, shade)
      }
      if (state.hint) full(disc / 6, '#2a2')
    },
  },
}

// The board of a drawn page: its cells, how they are drawn by each technique, and what presses do.
//
// A game is {cells, faces, press, state, isSolved}. A face is a list of shapes: ['fill', colour, inset px],
// ['disc' or 'ring', colour, part of the cell], ['text', glyph, colour, part of the cell], ['edge', side, px, colour].
const SVG = 'http://www.w3.org/2000/svg'

function put(name, parent, style = '', text = '') {
  const made = name.startsWith('svg:') ? document.createElementNS(SVG, name.slice(4)) : document.createElement(name)
  made.style.cssText = style
  if (text !== '') made.textContent = text
  parent?.append(made)
  return made
}

const key = (row, col) => `${row},${col}`
const ORTHOGONAL = [[-1, 0], [0, 1], [1, 0], [0, -1]]

const GAMES = {
  stars(page, {grid, solution, stars}) {
    const marks = new Map(), helpers = new Set(), size = grid.length
    const cells = grid.flatMap((line, row) => [...line].map((region, col) => ({row, col, region, x: col, y: row})))
    const wanted = (star) => {
      const near = (cell) => Math.max(Math.abs(cell.row - star.row), Math.abs(cell.col - star.col)) <= 1
      const units = ['row', 'col', 'region'].filter((unit) =>
        cells.filter((cell) => cell[unit] === star[unit] && marks.get(cell) === 'star').length === stars)
      return cells.filter((cell) => cell !== star && (near(cell) || units.some((unit) => cell[unit] === star[unit])))
    }
    const shown = (cell) => marks.get(cell) ?? (helpers.has(cell) ? 'cross' : '')
    const help = (draw) => {
      const due = new Set(cells.filter((cell) => marks.get(cell) === 'star').flatMap(wanted))
      let number = 0
      for (const cell of cells) {
        if (helpers.has(cell) === due.has(cell)) continue
        const change = () => { due.has(cell) ? helpers.add(cell) : helpers.delete(cell); draw() }
        const ms = {late: 250, animated: 25 * number++}[page.helpers] ?? 0
        ms ? setTimeout(change, ms) : change()
      }
    }
    const set = (cell, mark) => mark ? marks.set(cell, mark) : marks.delete(cell)
    const GLYPHS = {star: page.star, cross: page.cross}
    return {
      cells,
      state: () => cells.filter((cell) => marks.get(cell) === 'star').map(({row, col}) => key(row, col)),
      isSolved() { return this.state().sort().join() === [...solution].sort().join() },
      press(cell, how, draw) {
        const [left, right, double] = {
          star: [['', 'star']], starCross: [['', 'star', 'cross']], crossStar: [['', 'cross', 'star']],
          right: [['', 'cross'], ['', 'star']], double: [['', 'cross'], null, ['', 'star']],
          tool: [['', page.tool]],
        }[page.cycle]
        const cycle = {left, right, double}[how]
        if (!cycle) return false
        set(cell, cycle[(cycle.indexOf(shown(cell)) + 1) % cycle.length])
        if (page.helpers !== 'none') help(draw)
        return true
      },
      faces(cell) {
        const mark = shown(cell), face = [['fill', page.colours[cell.region] ?? page.paper, page.lines ? 0 : 2]]
        if (page.lines) for (const [side, [down, right]] of ORTHOGONAL.entries()) {
          const isBorder = grid[cell.row + down]?.[cell.col + right] !== cell.region
          face.push(['edge', side, isBorder ? page.thick : .5, isBorder ? page.ink : page.thin])
        }
        if (mark && GLYPHS[mark] === 'fill') face.push(['fill', page.told ?? page.mark, page.lines ? 3 : 2])
        else if (mark) face.push(['text', GLYPHS[mark], mark === 'star' ? page.told ?? page.mark : page.crossInk, mark === 'star' ? .72 : .6])
        return face
      },
    }
  },

  lamps(page, {rows, shape}) {
    const lamps = new Map(), at = new Map()
    const cells = rows.flatMap((line, row) => [...line].map((state, col) => {
      const cell = {row, col, x: col, y: row}
      lamps.set(cell, Number(state))
      at.set(key(row, col), cell)
      return cell
    }))
    const LOOKS = {
      tile: (state) => [['fill', page.states[state], page.gap]],
      lined: (state) => [['fill', '#888', 0], ['fill', page.states[state], 1]],
      disc: (state) => [['disc', page.states[state], .84]],
      ring: (state) => [['disc', '#777', .84], ['disc', state ? page.states[1] : page.ground, .76]],
      framed: (state) => [['fill', '#555', page.gap], ['fill', page.states[state], page.gap + 3]],
      glow: (state) => [['fill', page.states[state], page.gap], ...state ? [['disc', '#fff', .4]] : []],
      letters: (state) => [['fill', '#111', 0], ['text', String(state), '#3d3', .6]],
      bulb: (state) => [['fill', page.states[0], page.gap], ['disc', state ? page.states[1] : '#444', .6]],
    }
    return {
      cells,
      state: () => rows.map((line, row) => [...line].map((_, col) => lamps.get(at.get(key(row, col)))).join('')),
      isSolved: () => [...lamps.values()].every((state) => state === 0),
      press(cell, how) {
        if (how !== 'left') return false
        for (const [down, right] of shape) {
          const other = at.get(key(cell.row + down, cell.col + right))
          if (other) lamps.set(other, 1 - lamps.get(other))
        }
        return true
      },
      faces: (cell) => page.told ? [['fill', page.told, page.gap]] : LOOKS[page.look](lamps.get(cell)),
    }
  },

  pegs(page, {rows, lattice}) {
    const isSquare = lattice === 'square', pegs = new Set(), at = new Map()
    let chosen = null
    const cells = rows.flatMap((line, row) => [...line].flatMap((sign, col) => {
      if (sign === ' ') return []
      const cell = {row, col, x: isSquare ? col : col / 2, y: isSquare ? row : row * .87}
      at.set(key(row, col), cell)
      if (sign === 'o') pegs.add(cell)
      return [cell]
    }))
    const ways = isSquare ? ORTHOGONAL : [[0, 2], [0, -2], [1, 1], [1, -1], [-1, 1], [-1, -1]]
    const jumps = (from) => ways.map(([down, right]) => [
      at.get(key(from.row + down, from.col + right)), at.get(key(from.row + 2 * down, from.col + 2 * right)),
    ]).filter(([over, to]) => over && to && pegs.has(from) && pegs.has(over) && !pegs.has(to))
    const jump = (from, [over, to]) => {
      pegs.delete(from)
      pegs.delete(over)
      pegs.add(to)
      chosen = page.keeps ? to : null
      return true
    }
    const LOOKS = {
      disc: (isPeg, colour) => [['disc', isPeg ? colour : page.hole, .72]],
      dot: (isPeg, colour) => isPeg ? [['disc', colour, .72]] : [['disc', page.hole, .24]],
      ring: (isPeg, colour) => [['disc', page.hole, .76], ['disc', isPeg ? colour : page.ground, .68]],
      marble: (isPeg, colour) => isPeg ? [['disc', '#0005', .8], ['disc', colour, .72], ['disc', '#fff9', .22]] : [['disc', page.hole, .7]],
      sign: (isPeg, colour) => [['text', isPeg ? '●' : '○', colour, .8]],
    }
    return {
      cells,
      state: () => rows.map((line, row) => [...line].map((sign, col) => sign === ' ' ? ' ' : pegs.has(at.get(key(row, col))) ? 'o' : '.').join('')),
      isSolved: () => pegs.size === 1,
      move: (from, to) => jumps(from).filter((one) => one[1] === to).map((one) => jump(from, one)).length > 0,
      press(cell, how) {
        if (how !== 'left' || page.drags) return false
        const from = chosen && jumps(chosen).find(([, to]) => to === cell)
        if (from) return jump(chosen, from)
        if (page.auto && pegs.has(cell) && jumps(cell).length === 1) return jump(cell, jumps(cell)[0])
        chosen = pegs.has(cell) && chosen !== cell ? cell : null
        return true
      },
      faces: (cell) => [
        ...page.plate ? [['fill', page.plate, 0]] : [],
        ...LOOKS[page.look](pegs.has(cell), page.told ?? (cell === chosen ? page.chosen : page.peg)),
        ...page.hints && chosen && jumps(chosen).some(([, to]) => to === cell) ? [['disc', '#2a2', .2]] : [],
      ],
    }
  },
}

// Each technique makes an element for cells in a rectangle of (width, height) cells, and draws a face at an opacity.
const boxed = (side, {x, y}) => `position:absolute; left:${x * side}px; top:${y * side}px; width:${side}px; height:${side}px`
const EDGES = [['top', 'height', 'left:0; right:0'], ['right', 'width', 'top:0; bottom:0'], ['bottom', 'height', 'left:0; right:0'], ['left', 'width', 'top:0; bottom:0']]
const STYLES = {
  fill: (side, [, colour, inset]) => `inset:${inset}px; background:${colour}`,
  disc: (side, [, colour, part]) => `inset:${50 - 50 * part}%; border-radius:50%; background:${colour}`,
  text: (side, [, , colour, part]) => `inset:0; text-align:center; color:${colour}; font:${side * part}px/${side}px sans-serif`,
  edge: (side, [, edge, px, colour]) => `${EDGES[edge][0]}:0; ${EDGES[edge][1]}:${px}px; ${EDGES[edge][2]}; background:${colour}`,
}
const asElements = {
  draw(board, side, cell, face, opacities) {
    cell.element.replaceChildren(...face.map((shape, number) => {
      const style = `position:absolute; pointer-events:none; opacity:${opacities[number]}; ${STYLES[shape[0]](side, shape)}`
      return put('i', null, `font-style:normal; ${style}`, shape[0] === 'text' ? shape[1] : '')
    }))
  },
}
const TECHNIQUES = {
  dom: {
    ...asElements,
    make(page, game, {width, height}) {
      const board = put('div', null, `position:relative; user-select:none; width:${width * page.side}px; height:${height * page.side}px`)
      for (const cell of game.cells) cell.element = put(page.button ? 'button' : 'div', board, `${boxed(page.side, cell)}; padding:0; border:0; background:none; cursor:pointer`)
      return board
    },
  },
  table: {
    ...asElements,
    make(page, game, {width, height}) {
      const board = put('table', null, 'border-collapse:collapse; border-spacing:0; user-select:none')
      for (let row = 0; row < height; row++) for (let col = 0, line = board.insertRow(); col < width; col++) {
        const inside = put('div', put('td', line, 'padding:0'), `position:relative; width:${page.side}px; height:${page.side}px`)
        const cell = game.cells.find((one) => one.row === row && one.col === col)
        if (cell) cell.element = inside
      }
      return board
    },
  },
  svg: {
    make(page, game, {width, height}) {
      const board = put('svg:svg', null, 'display:block; user-select:none')
      board.setAttribute('width', width * page.side)
      board.setAttribute('height', height * page.side)
      for (const cell of game.cells) {
        cell.element = put('svg:g', board, 'cursor:pointer')
        cell.element.setAttribute('transform', `translate(${cell.x * page.side} ${cell.y * page.side})`)
      }
      return board
    },
    draw(board, side, cell, face, opacities) {
      cell.element.replaceChildren(...face.map(([kind, ...shape], number) => {
        const set = (name, values) => {
          const made = put(`svg:${name}`, null, `opacity:${opacities[number]}`)
          for (const [called, value] of Object.entries(values)) made.setAttribute(called, value)
          return made
        }
        const [first, second, third] = shape
        if (kind === 'fill') return set('rect', {x: second, y: second, width: side - 2 * second, height: side - 2 * second, fill: first})
        if (kind === 'disc') return set('circle', {cx: side / 2, cy: side / 2, r: side / 2 * second, fill: first})
        if (kind === 'edge') return set('rect', {...edgeBox(side, first, second), fill: third})
        const made = set('text', {x: side / 2, y: side / 2, 'text-anchor': 'middle', 'dominant-baseline': 'central', 'font-size': side * third, fill: second})
        made.textContent = first
        return made
      }))
    },
  },
  canvas: {
    make(page, game, {width, height}) {
      const board = put('canvas', null, 'display:block')
      board.width = width * page.side
      board.height = height * page.side
      return board
    },
    draw(board, side, cell, face, opacities) {
      const pen = board.getContext('2d')
      pen.setTransform(1, 0, 0, 1, cell.x * side, cell.y * side)
      pen.clearRect(0, 0, side, side)
      face.forEach(([kind, first, second, third], number) => {
        pen.globalAlpha = opacities[number]
        pen.fillStyle = kind === 'text' ? second : kind === 'edge' ? third : first
        pen.beginPath()
        if (kind === 'fill') pen.rect(second, second, side - 2 * second, side - 2 * second)
        if (kind === 'disc') pen.arc(side / 2, side / 2, side / 2 * second, 0, 7)
        if (kind === 'edge') { const {x, y, width, height} = edgeBox(side, first, second); pen.rect(x, y, width, height) }
        pen.fill()
        if (kind !== 'text') return
        Object.assign(pen, {font: `${side * third}px sans-serif`, textAlign: 'center', textBaseline: 'middle'})
        pen.fillText(first, side / 2, side * .54)
      })
    },
  },
}
const edgeBox = (side, edge, px) => edge % 2
  ? {x: edge === 1 ? side - px : 0, y: 0, width: px, height: side}
  : {x: 0, y: edge === 2 ? side - px : 0, width: side, height: px}

// Makes a board in `root`; `on` is told of each press and of what the board shows then.
function makeBoard(page, root, dealt, on) {
  const game = GAMES[page.game](page, dealt), technique = TECHNIQUES[page.technique], shown = new Map()
  const size = {width: Math.max(...game.cells.map((cell) => cell.x)) + 1, height: Math.max(...game.cells.map((cell) => cell.y)) + 1}
  const holder = put('div', root, `width:max-content; border:${page.frame ?? 'none'}; background:${page.plate ?? 'none'}`)
  let element, isLocked = false, dragged = null
  const build = () => {
    const made = technique.make(page, game, size)
    shown.clear()
    element ? element.replaceWith(made) : holder.append(made)
    element = made
  }
  const drawCell = (cell, before, face, part) => {
    const old = part < 1 ? before : [], had = before.map(String)
    const faces = [...old, ...face]
    technique.draw(element, page.side, cell, faces, faces.map((shape, number) =>
      number < old.length || had.includes(String(shape)) ? 1 : part))
  }
  const draw = (isAtOnce = false) => game.cells.forEach((cell) => {
    const before = shown.get(cell) ?? [], face = game.faces(cell)
    if (JSON.stringify(before) === JSON.stringify(face)) return
    shown.set(cell, face)
    if (isAtOnce || !page.ms || !before.length) return drawCell(cell, before, face, 1)
    const from = performance.now()
    const step = () => {
      if (shown.get(cell) !== face) return
      const part = Math.min(1, (performance.now() - from) / page.ms)
      drawCell(cell, before, face, part)
      if (part < 1) requestAnimationFrame(step)
    }
    step()
  })
  const cellAt = (event) => {
    const path = event.composedPath(), own = game.cells.find((cell) => cell.element && path.includes(cell.element))
    if (own || page.technique !== 'canvas' || event.target !== element && !path.includes(element)) return own
    // A canvas that is zoomed tells its places in the pixels of the window.
    const side = page.side * (element.currentCSSZoom ?? 1)
    return game.cells.find(({x, y}) => {
      const right = event.offsetX / side - x, down = event.offsetY / side - y
      return right >= 0 && right < 1 && down >= 0 && down < 1
    })
  }
  const act = (cell, how) => {
    if (!cell || isLocked || page.isDead || !how(cell)) return
    if (page.isRebuilt) build()
    draw(page.isRebuilt)
    on.change(game)
  }
  const press = (how) => (event) => {
    event.preventDefault()
    setTimeout(() => act(cellAt2(event), (cell) => game.press(cell, how, draw)), page.lag)
  }
  // The place is asked for at once: later the event has none.
  const places = new WeakMap(), cellAt2 = (event) => places.get(event)
  const hear = (name, listener) => holder.addEventListener(name, (event) => { places.set(event, cellAt(event)); listener(event) })
  hear(page.by, (event) => { if (!event.button) press('left')(event) })
  hear('contextmenu', press('right'))
  hear('dblclick', press('double'))
  if (page.drags) {
    hear('pointerdown', (event) => { event.preventDefault(); dragged = cellAt(event); if (dragged?.element) dragged.element.style.opacity = .7 })
    hear('pointerup', (event) => {
      const from = dragged, to = cellAt(event)
      dragged = null
      if (from?.element) from.element.style.opacity = 1
      if (from && to) act(to, () => game.move(from, to))
    })
  }
  const shade = (event) => {
    const cell = event.type === 'mouseover' ? cellAt(event) : null
    for (const one of game.cells) if (one.element) one.element.style.filter = one === cell ? page.hover : ''
  }
  if (page.hover) { hear('mouseover', shade); hear('mouseleave', shade) }
  build()
  draw(true)
  return {game, holder, draw, lock: () => { isLocked = true }, recolour: (colour) => { page.told = colour; draw() }}
}

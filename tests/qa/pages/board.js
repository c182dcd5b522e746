// A board in the frame or shadow tree it is put into. A left click on a cell sets or takes away its star.
// `stars` are the cells that have one, as "row,col"; `elsewhere` counts presses on anything else.
window.stars = new Set()
window.elsewhere = 0

const COLOURS = ['#bba3e2', '#ffc992', '#96beff', '#b3dfa0', '#dfdfdf', '#ff7b60', '#e6f388', '#b9b29e']
const SVG = 'http://www.w3.org/2000/svg'

function mount(root, grid, kind, side) {
  const size = grid.length
  const board = DRAW[kind](grid, side, (row, col) => {
    const cell = `${row},${col}`
    stars.delete(cell) || stars.add(cell)
    dispatchEvent(new CustomEvent('play', {detail: {board, cell}}))
  })
  board.dataset.board = size
  root.append(board)
  addEventListener('mousedown', (event) => {
    if (!event.composedPath().includes(board) && !root.host?.contains(event.target)) elsewhere += 1
  })
  return board
}

const differs = (grid, row, col, down, right) => grid[row][col] !== grid[row + down]?.[col + right]

function element(name, style, parent) {
  const made = document.createElement(name)
  made.style.cssText = style
  parent?.append(made)
  return made
}

function border(grid, row, col) {
  const width = (down, right) => differs(grid, row, col, down, right) ? '2px' : '.5px'
  return `border:solid #000; border-width:${width(-1, 0)} ${width(0, 1)} ${width(1, 0)} ${width(0, -1)};`
}

const STAR = 'text-align:center; user-select:none; padding:0; cursor:pointer; overflow:hidden; background:#fff;'

function sized(side) { return `box-sizing:border-box; width:${side}px; height:${side}px; font:${side * .7}px/${side * .8}px sans-serif;` }

function toggle(cell) { cell.textContent = cell.textContent ? '' : '★' }

const DRAW = {
  divs(grid, side, play) {
    const board = element('div', `display:grid; grid-template-columns:repeat(${grid.length}, ${side}px); border:2px solid #000; width:max-content`)
    grid.forEach((letters, row) => [...letters].forEach((_, col) => {
      const cell = element('div', sized(side) + STAR + border(grid, row, col), board)
      cell.onclick = () => { toggle(cell); play(row, col) }
    }))
    return board
  },
  gaps(grid, side, play) {
    const board = element('div', `display:grid; gap:4px; background:#222; padding:4px; width:max-content; grid-template-columns:repeat(${grid.length}, ${side}px)`)
    grid.forEach((letters, row) => [...letters].forEach((letter, col) => {
      const cell = element('div', sized(side) + STAR + `background:${COLOURS[letter.charCodeAt(0) - 65]};`, board)
      cell.onclick = () => { toggle(cell); play(row, col) }
    }))
    return board
  },
  table(grid, side, play) {
    const board = element('table', 'border-collapse:collapse; border:3px solid #000')
    grid.forEach((letters, row) => {
      const line = board.insertRow()
      ;[...letters].forEach((_, col) => {
        const cell = line.insertCell()
        cell.style.cssText = sized(side) + STAR + border(grid, row, col).replaceAll('2px', '3px').replaceAll('.5px', '1px')
        cell.onclick = () => { toggle(cell); play(row, col) }
      })
    })
    return board
  },
  svg(grid, side, play) {
    const board = document.createElementNS(SVG, 'svg')
    const add = (name, values) => {
      const made = document.createElementNS(SVG, name)
      for (const [key, value] of Object.entries(values)) made.setAttribute(key, value)
      board.append(made)
      return made
    }
    const far = grid.length * side
    board.setAttribute('width', far + 4)
    board.setAttribute('height', far + 4)
    board.setAttribute('viewBox', `-2 -2 ${far + 4} ${far + 4}`)
    const stars = {}
    grid.forEach((letters, row) => [...letters].forEach((_, col) => {
      const cell = add('rect', {x: col * side, y: row * side, width: side, height: side, fill: '#fff', stroke: '#999'})
      cell.onclick = () => {
        const key = `${row},${col}`
        if (stars[key]) { stars[key].remove(); delete stars[key] } else {
          stars[key] = add('text', {x: (col + .5) * side, y: (row + .75) * side, 'text-anchor': 'middle', 'font-size': side * .7, 'pointer-events': 'none'})
          stars[key].textContent = '★'
        }
        play(row, col)
      }
    }))
    lines(grid, (x0, y0, x1, y1) => add('line', {x1: x0 * side, y1: y0 * side, x2: x1 * side, y2: y1 * side, stroke: '#000', 'stroke-width': 3}))
    return board
  },
  canvas(grid, side, play) {
    const board = element('canvas', 'display:block'), far = grid.length * side + 4
    board.width = board.height = far
    const set = new Set(), pen = board.getContext('2d')
    const draw = () => {
      pen.setTransform(1, 0, 0, 1, 0, 0)
      pen.fillStyle = '#fff'
      pen.fillRect(0, 0, far, far)
      pen.translate(2, 2)
      pen.fillStyle = '#bbb'
      for (let i = 0; i <= grid.length; i++) { pen.fillRect(i * side, 0, 1, far); pen.fillRect(0, i * side, far, 1) }
      pen.fillStyle = '#000'
      lines(grid, (x0, y0, x1, y1) => pen.fillRect(x0 * side - 1, y0 * side - 1, (x1 - x0) * side + 3, (y1 - y0) * side + 3))
      pen.font = `${side * .7}px sans-serif`
      pen.textAlign = 'center'
      for (const cell of set) { const [row, col] = cell.split(',').map(Number); pen.fillText('★', (col + .5) * side, (row + .75) * side) }
    }
    board.onclick = (event) => {
      const row = Math.floor((event.offsetY - 2) / side), col = Math.floor((event.offsetX - 2) / side), cell = `${row},${col}`
      set.delete(cell) || set.add(cell)
      draw()
      play(row, col)
    }
    draw()
    return board
  },
}

// All lines between two regions and round the board, a cell at a time, as corners counted in cells.
function lines(grid, draw) {
  grid.forEach((letters, row) => [...letters].forEach((_, col) => {
    if (row === 0) draw(col, 0, col + 1, 0)
    if (col === 0) draw(0, row, 0, row + 1)
    if (differs(grid, row, col, 1, 0)) draw(col, row + 1, col + 1, row + 1)
    if (differs(grid, row, col, 0, 1)) draw(col + 1, row, col + 1, row + 1)
  }))
}

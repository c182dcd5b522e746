// What pages of ours are made of, and the ways in which they say that a puzzle is won.
const SVG = 'http://www.w3.org/2000/svg'

function element(name, style = '', parent = undefined) {
  const made = name.startsWith('svg:') ? document.createElementNS(SVG, name.slice(4)) : document.createElement(name)
  made.style.cssText = style
  parent?.append(made)
  return made
}

function words(root, called, text) {
  const made = element('p', 'font-size:24px', root)
  made.className = called
  made.textContent = text
  return made
}

const WINS = {
  words: ({root}) => words(root, 'message', 'Well done, everything is as it should be!'),
  named: ({root}) => words(root, 'you-win', 'Well done!'),
  alert: () => alert('You solved it!'),
  dialog: ({root}) => { const box = element('dialog', '', root); box.className = 'won'; box.textContent = 'You won!'; element('button', '', box).textContent = 'Again'; box.showModal() },
  overlay: ({root}) => {
    const over = element('div', 'position:fixed; inset:0; background:#000c; color:#fff; display:grid; place-items:center', root)
    over.className = 'win-screen'
    words(over, '', 'You win!')
  },
  shade: ({root, board}) => { board.style.opacity = .3; words(root, 'victory', 'Solved!') },
  gone: ({root, board}) => { board.remove(); words(root, 'congratulations', 'Congratulations!') },
  blink: ({board, root}) => {
    board.animate([{opacity: 1}, {opacity: .2}, {opacity: 1}], {duration: 400, iterations: Infinity})
    words(root, 'winner', 'You are the winner')
  },
  gold: ({board}) => { board.classList.add('solved'); for (const lamp of board.querySelectorAll('*')) lamp.style.background = 'gold' },
  next: ({again}) => again(),
  silent: () => {},
}

// A drawn page: the way to its board, what stands beside it, and how it says that the puzzle is solved.
// All that happens is told to the server, which judges it.
let told = 0
const tell = (what, value = '') => navigator.sendBeacon('/told', JSON.stringify({what, value, number: told++, here: location.pathname}))

const BUTTON = 'cursor:pointer; padding:8px 14px; margin:4px'
const control = (parent, label, press, name = 'button', style = BUTTON) => {
  const made = put(name, parent, style, label)
  made.onclick = (event) => { tell('control', label); press(event) }
  return made
}

const STEPS = {
  // A box over the page: what it asks for, and buttons [label, is_good].
  box({title, text, buttons}, root, next) {
    const shade = put('div', document.body, 'position:fixed; inset:0; background:#0009; display:grid; place-items:center; z-index:9')
    const box = put('div', shade, 'background:#fff; color:#222; padding:24px; width:380px')
    put('h2', box, '', title)
    put('p', box, '', text)
    for (const [label, isGood] of buttons)
      control(box, label, () => { if (isGood) { shade.remove(); next() } else tell('bad', label) })
  },
  button({label, as}, root, next) {
    const press = () => { made.remove(); next() }, isIcon = as === 'icon'
    const made = control(root, isIcon ? '' : label, press, isIcon ? 'div' : as, `${BUTTON}; display:inline-block; background:#cde; color:#222`)
    if (!isIcon) return
    made.id = label
    made.innerHTML = '<svg width=30 height=30 viewBox="0 0 9 9"><path d="M1 0 9 4 1 8z"/></svg>'
  },
  // Cards [title, text], or buttons with sizes or levels; the one of number `chosen` is the page's default.
  choices({labels, texts, chosen}, root, next) {
    const group = put('div', root, 'display:flex; gap:12px; flex-wrap:wrap; margin:16px')
    labels.forEach((label, number) => {
      const press = () => { tell('chosen', number); group.remove(); next() }
      const made = control(group, texts ? '' : label, press, texts ? 'div' : 'button', `${BUTTON}; border:1px solid #999; max-width:220px`)
      if (texts) { put('h3', made, '', label); put('p', made, '', texts[number]) }
      if (number === chosen) made.classList.add('selected')
    })
  },
  list({name, asks, options}, root, next) {
    const label = put('label', root, '', `${name} `), list = put('select', label)
    for (const option of [asks, ...options]) put('option', list, '', option).value = option === asks ? '' : option
    list.onchange = () => { tell('control', list.value); tell('chosen', options.indexOf(list.value)); label.remove(); next() }
  },
  countdown({seconds}, root, next) {
    const clock = put('p', root, 'font-size:60px', seconds)
    const tick = () => {
      clock.textContent = Number(clock.textContent) - 1
      if (clock.textContent !== '0') return setTimeout(tick, 1000)
      clock.remove()
      next()
    }
    setTimeout(tick, 1000)
  },
  fetch({ms}, root, next) { fetch(`/wait/${ms}`).then(next) },
  timer({ms}, root, next) { setTimeout(next, ms) },
}

const BESIDE = {
  clock(page, root) {
    const clock = put('p', root), from = Date.now()
    setInterval(() => { clock.textContent = `${page.words.time} ${((Date.now() - from) / 1000).toFixed(1)} s` }, 100)
  },
  video(page, root) {
    const film = put('canvas', root, 'float:right'), pen = film.getContext('2d')
    let turn = 0
    setInterval(() => { turn += 7; pen.fillStyle = `hsl(${turn} 80% 50%)`; pen.fillRect(turn % 250, turn % 100, 60, 40) }, 30)
  },
  statistics(page, root) { const box = put('div', root, 'display:flex; gap:20px'); for (const lines of page.words.statistics) { const one = put('div', box); for (const line of lines) put('div', one, '', line) } },
  rules(page, root) { put('p', root, 'max-width:420px', page.words.rules) },
  // Others are praised while this puzzle is played.
  news(page, root) {
    const list = put('div', root)
    let number = 0
    setInterval(() => { list.textContent = page.words.news[number++ % page.words.news.length] }, 700)
  },
  buttons(page, root) { for (const label of page.words.buttons) control(root, label, () => tell('bad', label)) },
  picture(page, root) { for (let n = 0; n < 16; n++) put('span', root, `display:inline-block; width:9px; height:9px; background:hsl(${n * 22} 50% 70%)`) },
}

const win = (root, text, style = 'font-size:22px') => put('p', root, style, text)
const VERDICTS = {
  words: ({root, words}) => win(root, words.won),
  narrow: ({root, words}) => win(put('div', root, 'width:0; overflow:visible; white-space:nowrap'), words.won, 'width:0; margin:0; font-size:22px'),
  dialog: ({root, words}) => { const box = put('dialog', root); win(box, words.won); put('button', box, '', words.again); box.showModal() },
  overlay: ({words}) => win(put('div', document.body, 'position:fixed; inset:0; background:#000c; color:#fff; display:grid; place-items:center'), words.won),
  alert: ({words}) => alert(words.won),
  named: ({root}) => { put('div', root, 'width:60px; height:60px; background:gold').className = 'you-win' },
  colour: ({board, page}) => board.recolour(page.toldColour),
  lock: ({board, page}) => { board.lock(); board.holder.style.pointerEvents = 'none'; board.holder.setAttribute('aria-disabled', 'true') },
  deaf: ({board}) => board.lock(),
  gone: ({board, root, words}) => { board.holder.remove(); win(root, words.won) },
  next: ({board, deal}) => { board.lock(); setTimeout(() => { board.holder.remove(); deal(1) }, 500) },
  removed: ({board, deal}) => { board.holder.remove(); deal(1) },
  silence: () => {},
  check: () => {},
}

function begin(page) {
  document.body.style.cssText = `margin:0; background:${page.ground}; color:${page.pageInk}; font-family:sans-serif`
  const header = put('header', document.body), nav = put('nav', header, 'display:flex; gap:16px; padding:8px')
  put('b', nav, '', page.words.title)
  for (const [label, href] of page.links) put('a', nav, `color:${page.pageInk}`, label).href = href
  for (const label of page.bad) control(nav, label, () => tell('bad', label))
  const main = put('main', document.body, 'padding:24px')
  put('h1', main, '', page.words.heading)
  const go_on = (number) => {
    tell('step', number)
    if (number < page.steps.length) return STEPS[page.steps[number].step](page.steps[number], main, () => go_on(number + 1))
    show(page, main)
  }
  go_on(0)
}

function show(page, main) {
  const {words} = page
  if (page.filler.above) for (let n = 0; n < page.filler.above; n++) put('p', main, '', words.filler)
  for (const name of page.beside) BESIDE[name](page, main)
  const star = page.star === 'fill' ? '■' : page.star
  if (page.cycle === 'tool') for (const [tool, label] of [['cross', page.cross], ['star', star]])
    control(main, label, () => { page.tool = tool }, 'button', `${BUTTON}; font-size:20px; width:50px`)
  const place = put('div', main, page.place)
  const counter = page.counts ? put('p', main) : null
  let presses = 0, level = 0, isOver = false, board
  const root = page.shadow ? put('div', place).attachShadow({mode: page.shadow}) : place
  const deal = (number) => {
    level = number
    isOver = false
    board = makeBoard(page, root, page.boards[number], {change})
    tell('dealt', {level, state: board.game.state()})
  }
  const change = (game) => {
    tell('state', {level, state: game.state()})
    if (counter) counter.textContent = `${words.moves}: ${++presses}`
    if (page.moves) place.style.marginTop = `${presses % 2 * 40}px`
    if (isOver || level || !game.isSolved()) return
    isOver = true
    setTimeout(() => VERDICTS[page.verdict]({board, page, root: main, words, deal}), page.late)
  }
  addEventListener('pointerdown', (event) => {
    const {left, top, right, bottom} = board.holder.getBoundingClientRect()
    const isHere = event.clientX >= left && event.clientX < right && event.clientY >= top && event.clientY < bottom
    if (isHere) tell('press', level)
  }, true)
  if (page.isEmpty) return put('div', main).append(...page.isEmpty.map((text) => put('p', null, '', text)))
  deal(0)
  if (page.verdict === 'check') control(main, words.check, () => {
    const text = level === 0 && board.game.isSolved() ? words.won : words.lost
    win(main, text)
  })
  for (let n = 0; n < page.filler.below; n++) put('p', main, '', words.filler)
}

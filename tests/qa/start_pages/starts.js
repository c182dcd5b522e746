// The way to a board: its steps follow one another, and the board is made after the last one.
// `told` says what was pressed: `bad` counts presses that no person would make, `chosen` are the choices.
window.told = {bad: 0, chosen: [], won: 0}

function put(name, text, parent, style = '') {
  const made = document.createElement(name)
  made.style.cssText = style
  made.textContent = text
  parent.append(made)
  return made
}

const control = (name, text, parent, press, style = '') => {
  const made = put(name, text, parent, `cursor:pointer; ${style}`)
  made.onclick = press
  return made
}

const STEPS = {
  // A box over the page: what it asks for, and buttons [label, is_good].
  box({title, text, buttons, inset}, root, next) {
    const shade = put('div', '', root, `position:fixed; inset:${inset}; background:#0009; display:grid; place-items:center`)
    const box = put('div', '', shade, 'background:#fff; padding:24px; width:380px')
    put('h2', title, box)
    put('p', text, box)
    for (const [label, isGood] of buttons)
      control('button', label, box, () => { if (isGood) { shade.remove(); next() } else told.bad += 1 }, 'margin:4px; padding:8px')
  },
  button({label, as}, root, next) {
    const press = () => { made.remove(); next() }
    const made = as === 'icon' ? put('div', '', root, 'cursor:pointer; width:60px; height:60px; border-radius:50%; background:#cde')
      : control(as, label, root, press, 'display:inline-block; padding:10px 20px; background:#cde')
    if (as !== 'icon') return
    made.id = label
    made.innerHTML = '<svg width=30 height=30 viewBox="0 0 9 9" style="margin:15px"><path d="M1 0 9 4 1 8z"/></svg>'
    made.setAttribute('onclick', '')
    made.onclick = press
  },
  // Cards [title, text], or buttons with sizes or levels; the one of number `chosen` is the page's default.
  choices({labels, texts, chosen}, root, next) {
    const group = put('div', '', root, 'display:flex; gap:12px; flex-wrap:wrap; margin:16px')
    labels.forEach((label, number) => {
      const press = () => { told.chosen.push(number); group.remove(); next() }
      const made = control(texts ? 'div' : 'button', texts ? '' : label, group, press, 'padding:14px; border:1px solid #999; width:max-content; max-width:220px')
      if (texts) { put('h3', label, made); put('p', texts[number], made) }
      if (number === chosen) made.classList.add('selected')
    })
  },
  list({name, asks, options}, root, next) {
    const label = put('label', `${name} `, root), list = put('select', '', label)
    new Set([asks, ...options]).forEach((option) => { put('option', option, list).value = option === asks ? '' : option })
    list.onchange = () => { told.chosen.push(options.indexOf(list.value)); label.remove(); next() }
  },
  countdown({seconds}, root, next) {
    const clock = put('p', seconds, root, 'font-size:60px')
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
  address({url}, root, next) { history.pushState({}, '', url); next() },
}

function play({steps, links, bad, grid, kind, solution}) {
  const header = put('header', '', document.body), nav = put('nav', '', header, 'display:flex; gap:16px; padding:8px')
  put('b', 'Puzzles', nav)
  for (const [label, href] of links) put('a', label, nav).href = href
  for (const label of bad) control('button', label, nav, () => { told.bad += 1 })
  const main = put('main', '', document.body, 'padding:24px')
  put('h1', 'Star Battle', main)
  const go_on = (number) => {
    if (number < steps.length) return STEPS[steps[number].step](steps[number], main, () => go_on(number + 1))
    mount(main, grid, kind, 44)
    addEventListener('play', () => {
      if (stars.size === solution.length && solution.every((cell) => stars.has(cell)) && !told.won) {
        told.won += 1
        put('p', 'Well done, you solved it!', main)
      }
    })
  }
  go_on(0)
}

// Tells what a page shows: () => [names, lines, dialogs, parts of the title]. Rows are told in page_watch.py.
() => {
  const names = {}, blocks = new Set(), dialogs = []
  const isResult = /win|won|victor|solved|congrat|confetti|wrong|incorrect|invalid|err|fail|lose|lost/i
  const isDialog = 'dialog, [role=dialog], [role=alertdialog], [aria-modal=true]'
  const how = { opacityProperty: true, checkOpacity: true, visibilityProperty: true, checkVisibilityCSS: true }
  const isSeen = (element) => getComputedStyle(element).display === 'contents' && element.parentElement
    ? isSeen(element.parentElement) : element.checkVisibility?.(how) ?? true
  const onPage = ({width, height, right, bottom}) =>
    width * height > 0 && right + scrollX > 0 && bottom + scrollY > 0
  const shows = (element) => onPage(element.getBoundingClientRect()) && isSeen(element)
  // What waits outside of its frame, or below the window, slides in later. Asked once an element.
  const clips = new Map()
  const overlap = (one, other) => ({
    left: Math.max(one.left, other.left), top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right), bottom: Math.min(one.bottom, other.bottom),
  })
  const everywhere = {left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity}
  const clipOf = (part) => {
    if (!part || part === document.body) return everywhere
    if (!clips.has(part)) {
      const {position, overflowX, overflowY, display} = getComputedStyle(part)
      const hides = [overflowX, overflowY].every((flow) => /hidden|clip/.test(flow))
      const inner = hides && display !== 'inline' && display !== 'contents' ? part.getBoundingClientRect() : everywhere
      const window = {left: 0, top: 0, right: innerWidth, bottom: innerHeight}
      clips.set(part, overlap(inner, position === 'fixed' ? window : clipOf(part.parentElement)))
    }
    return clips.get(part)
  }
  const isInside = (box, element) => {
    const {left, top, right, bottom} = overlap(box, clipOf(element))
    return left < right && top < bottom
  }
  // Text is seen where its letters are: its element may be of no width, and let it overflow.
  const isRead = (text) => {
    const range = document.createRange()
    range.selectNode(text)
    return [...range.getClientRects()].some((box) => onPage(box) && isInside(box, text.parentElement))
  }
  const blockOf = (element) => {
    const isInline = element.parentElement && getComputedStyle(element).display === 'inline'
    return isInline ? blockOf(element.parentElement) : element
  }
  const silent = 'script, style, noscript, template, option, button'
  // innerText would add the text of blocks inside, and of elements that are transparent.
  const textOf = (element) => [...element.childNodes].map((node) => {
    if (node.nodeType === 3) return node.data.replace(/\s+/g, ' ')
    if (node.nodeType !== 1 || node.matches(silent)) return ' '
    if (node.matches('br') || getComputedStyle(node).display !== 'inline') return '\n'
    return shows(node) ? textOf(node) : ' '
  }).join('')
  const walk = (root) => {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot) walk(element.shadowRoot)
      const called = `${element.id} ${element.getAttribute('class') ?? ''}`
      const isCalled = isResult.test(called) && !element.matches('a, button, input, select, label')
      if (isCalled && shows(element) && isInside(element.getBoundingClientRect(), element.parentElement))
        for (const name of called.split(/\s+/)) names[name] = (names[name] ?? 0) + 1
      if (element.matches(isDialog)) dialogs.push(element)
    }
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const element = text.parentElement
      if (!element || !/[\p{L}\d]/u.test(text.data) || element.closest(silent)) continue
      if (isSeen(element) && isRead(text)) blocks.add(blockOf(element))
    }
  }
  walk(document)
  const linesOf = (blocks) => blocks.flatMap((block) => textOf(block).split('\n'))
  const placeOf = (element) => {
    const parent = element.parentElement
    return parent ? `${placeOf(parent)}/${[...parent.children].indexOf(element)}` : ''
  }
  // What lies over the middle of the window is a dialog, too.
  const over = document.elementFromPoint(innerWidth / 2, innerHeight / 2)
  for (let part = over; part && part !== document.body; part = part.parentElement)
    if (getComputedStyle(part).position === 'fixed') dialogs.push(part)
  const read = [...new Set(dialogs)].map((one) => [one, [...blocks].filter((block) => one.contains(block))])
  const boxes = read.filter(([, blocks]) => blocks.length).map(([one, blocks]) => [placeOf(one), linesOf(blocks)])
  return [names, linesOf([...blocks]), boxes, top === window ? document.title.split(/\s+[-–—|·:]\s+/) : []]
}

// Tells what a person could press: (elements, [most, board]) => for each element its control, or null.
// `most` is the largest number of letters of a label, `board` the box of the board in the window, or null.
// Rows are told in controls.py.
(elements, [most, board]) => {
  const tidy = (text) => String(text ?? '').replace(/\s+/g, ' ').trim()
  const fits = (text) => text && text.length <= most
  // An icon of a font has its name as text, such as "sports_esports".
  const isIconName = (word) => /^[a-z]+(_[a-z]+)+$/.test(word)
  const textOf = (element) =>
    (element.innerText ?? '').split(/\s+/).filter((word) => word && !isIconName(word)).join(' ')

  const parentOf = (element) => element.parentElement ?? element.getRootNode().host ?? null
  const isModal = (element) => element.matches('dialog[open], [role=dialog], [role=alertdialog], [aria-modal=true]')
  const isNavigation = (element) => element.matches('nav, header, [role=navigation], [role=banner]')
    || element.querySelector('nav, [role=navigation]') !== null
  // The outermost box that lies over the page and holds this element; a bar with the page's navigation is none.
  const boxOf = (element) => {
    let box = null
    for (let part = element; part; part = parentOf(part)) {
      const { position, zIndex } = getComputedStyle(part)
      const isRaised = position === 'fixed' || (position !== 'static' && position !== 'relative' && Number(zIndex) > 0)
      if (isModal(part) || (isRaised && !isNavigation(part))) box = part
    }
    return box
  }
  const SAMPLES = 7
  const [x0, y0, x1, y1] = board ?? [0, 0, innerWidth, innerHeight]
  const boxed = []
  for (let row = 0; row < SAMPLES; row++) for (let col = 0; col < SAMPLES; col++) {
    const part = [(col + .5) / SAMPLES, (row + .5) / SAMPLES]
    const hit = document.elementFromPoint(x0 + part[0] * (x1 - x0), y0 + part[1] * (y1 - y0))
    if (hit && boxOf(hit)) boxed.push(hit)
  }
  // A board in a box is a picture, or has more elements than a shade with a few lines of text.
  const isBoard = boxed.some((hit) => hit.closest('canvas, svg, img')) || new Set(boxed).size > SAMPLES
  // A dialog and the shade behind it may be two boxes side by side, so they are counted together.
  const isCovered = boxed.length > SAMPLES * SAMPLES / 2 && !(board && isBoard)

  const isOnTop = (element, box) => {
    const { left, top, width, height } = element.getClientRects()[0] ?? element.getBoundingClientRect()
    const spots = [.5, .25, .75].map((part) => [left + part * width, top + height / 2])
    const seen = spots.filter(([x, y]) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight)
    if (!seen.length) return !isCovered || box !== null  // it has to be scrolled to
    return seen.some(([x, y]) => {
      const hit = element.getRootNode().elementFromPoint(x, y)
      return !hit || element.contains(hit) || hit.contains(element)
    })
  }

  const HEADINGS = 'h1, h2, h3, h4, h5, h6, [role=heading], strong, b, [class*=title i], [class*=name i]'
  const headingOf = (element) => {
    const headings = [...element.querySelectorAll(HEADINGS)].map(textOf)
    const lines = (element.innerText ?? '').split('\n').map(tidy)
    return headings.find(fits) ?? lines.find(Boolean) ?? ''
  }
  const NO_NAMES = /^(btn|button|icon|link|img|image|svg|js|id)$/i
  const nameOf = (id) => id.replace(/([a-z])([A-Z])/g, '$1 $2').split(/[^\p{L}]+/u)
    .filter((word) => word.length > 1 && !NO_NAMES.test(word)).join(' ')
  // The cells of a board are many alike, and none of them is an icon that begins something.
  const isIcon = (element, others) => others.length < 4
    && (element.matches('button, [role=button], [onclick], svg, img') || element.querySelector('svg, img, i') !== null)
  const labelOf = (element, others) => {
    const text = textOf(element)
    if (text.length > most) return headingOf(element)
    const shown = element.matches('input') ? element.value : ''  // the value of another element is not shown
    const said = tidy(text || shown || element.getAttribute('aria-label') || element.title || element.alt
      || element.querySelector?.('img[alt]')?.alt)
    if (said || !isIcon(element, others)) return said
    const beside = element.parentElement ? tidy(textOf(element.parentElement)) : ''
    return nameOf(element.id) || (fits(beside) ? beside : '')
  }

  const isSelected = (one) => [one, one.firstElementChild ?? one].some((part) =>
    /(^|[\s_-])(active|selected|current)(\s|$)/.test(part.getAttribute('class') ?? '')
    || ['aria-selected', 'aria-pressed', 'aria-current', 'aria-checked'].some((name) => /true|page/.test(part.getAttribute(name)))
    || part.querySelector?.(':scope > input:checked') || part.control?.checked)
  const shows = (element) => {
    const { width, height, right, bottom } = element.getBoundingClientRect()
    const how = { opacityProperty: true, visibilityProperty: true, checkOpacity: true, checkVisibilityCSS: true }
    return width * height > 0 && right + scrollX > 0 && bottom + scrollY > 0 && (element.checkVisibility?.(how) ?? true)
  }
  const CONTROLS = 'button, a[href], a[onclick], [role=button], [role=link], [onclick], summary, input:not([type=text])'
  const isPointed = (element) => getComputedStyle(element).cursor === 'pointer'
    && (!element.parentElement || getComputedStyle(element.parentElement).cursor !== 'pointer')
  const isOff = (element) => element.disabled || element.getAttribute('aria-disabled') === 'true'
  // A form that asks for a name alone may be the way to a game; others sign in, subscribe or search.
  const TYPED = 'input:not([type]), input[type=text], textarea'
  const OTHERS = 'input[type=email], input[type=password], input[type=search], input[type=tel], input[type=url]'
  const OTHER_NAMES = /mail|search|such|busc|cerca|recherch|query|phone|tel|code|coupon|^[qs]$/i
  const calls = (field) => [field.name, field.id, field.placeholder, field.getAttribute('aria-label')]
  const asksForMore = (form) => {
    // A clock is a field that is read, not filled in.
    const typed = [...form.querySelectorAll(TYPED)].filter((field) => !field.readOnly && !field.disabled)
    return form.querySelector(OTHERS) !== null || typed.length > 1
      || form.matches('[role=search], search form')
      || typed.some((field) => calls(field).some((name) => OTHER_NAMES.test(name ?? '')))
  }

  const placeOf = (text) => /^\d+(?!\S)/.exec(text)?.[0]
  // The digits of a sudoku stand in other places too.
  const isInPlace = (one, index) => [undefined, String(index + 1)].includes(placeOf(textOf(one)))
  // Asked once a group: it reads the text of all of it.
  const numbered = new Map()
  const isNumbered = (group) => {
    if (!numbered.has(group)) numbered.set(group, [...group.children].every(isInPlace))
    return numbered.get(group)
  }

  const groups = []
  return elements.map((element) => {
    // Frameworks give what can be pressed a function of its own, whatever the pointer looks like.
    const isControl = element.matches(CONTROLS) || element.onclick || isPointed(element)
    // A button in a link, as in an advertisement, is that link.
    const isInLink = element.parentElement?.closest('a[href]')
    if (!isControl || isInLink || !shows(element) || isOff(element)) return null
    const item = element.parentElement?.children.length === 1 ? element.parentElement : element  // such as <li><a>
    const others = [...item.parentElement?.children ?? []].filter((one) => one !== item && one.tagName === item.tagName)
    const label = labelOf(element, others)
    const box = boxOf(element)
    if (!fits(label) || !isOnTop(element, box)) return null
    const leaves = element.matches('a[target=_blank]') || element.closest('[download]') !== null
    if (!groups.includes(item.parentElement)) groups.push(item.parentElement)
    const { left, top, width, height } = element.getBoundingClientRect()
    return {
      label,
      link: element.href ?? '',
      is_elsewhere: leaves || Boolean(element.form && asksForMore(element.form)),
      is_chosen: Boolean(isSelected(item)) && others.length > 0 && !others.some(isSelected),
      is_card: textOf(element).length > most && others.length > 0,
      is_numbered: others.length > 0 && Boolean(placeOf(label)) && isNumbered(item.parentElement),
      in_box: box !== null,
      covers_page: box !== null && isCovered,
      group: groups.indexOf(item.parentElement),
      middle: [left + width / 2, top + height / 2],
    }
  })
}

// Tells what a person could press: (elements, [most, unnamed, withTexts, board]) => for each element its control, or null.
// `most` is the largest number of letters of a label, `unnamed` the label of an icon without a name, `withTexts` asks for
// short texts too, `board` is the box of the board in the window, or null.
// Rows are told in controls.py.
(elements, [most, unnamed, withTexts, board]) => {
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
  // An area of an image map has no box of its own, but a place in its picture.
  const drawnIn = (element) => element.matches('area')
    ? document.querySelector(`img[usemap="#${element.closest('map')?.name}"]`)
    : element
  const rectOf = (element) => {
    const drawn = drawnIn(element)
    const picture = drawn?.getBoundingClientRect() ?? new DOMRect()
    if (!drawn || drawn === element) return picture
    const numbers = element.coords.split(',').map(Number)
    const [x, y, radius] = numbers
    const isCircle = numbers.length === 3
    const xs = isCircle ? [x - radius, x + radius] : numbers.filter((_, index) => index % 2 === 0)
    const ys = isCircle ? [y - radius, y + radius] : numbers.filter((_, index) => index % 2 === 1)
    const [left, top] = [Math.min(...xs), Math.min(...ys)]
    return new DOMRect(picture.x + left, picture.y + top, Math.max(...xs) - left, Math.max(...ys) - top)
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

  // A bar at an end of the window hides only things that can be scrolled to.
  const isBar = (element) => {
    const bar = boxOf(element)
    const { top, bottom } = bar?.getBoundingClientRect() ?? {}
    return bar !== null && !isModal(bar) && !isCovered && (top <= 0 || bottom >= innerHeight)
  }
  const isOnTop = (element, box) => {
    const { left, top, width, height } = element.getClientRects()[0] ?? rectOf(element)
    const spots = [.5, .25, .75].map((part) => [left + part * width, top + height / 2])
    const seen = spots.filter(([x, y]) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight)
    if (!seen.length) return !isCovered || box !== null  // it has to be scrolled to
    return seen.some(([x, y]) => {
      const hit = element.getRootNode().elementFromPoint(x, y)
      return !hit || element.contains(hit) || hit.contains(element) || isBar(hit)
    })
  }

  const HEADINGS = 'h1, h2, h3, h4, h5, h6, [role=heading], strong, b, [class*=title i], [class*=name i]'
  const headingOf = (element) => {
    const headings = [...element.querySelectorAll(HEADINGS)].map(textOf)
    return headings.find(fits) ?? linesOf(element)[0] ?? ''
  }
  // A picture above a heading is no line, but stars below it are.
  const linesOf = (element) => (element.innerText ?? '').split('\n').map(tidy).filter((line) => /[\p{L}\p{N}★☆]/u.test(line))
  const SAME_PX = 2
  const isAlike = (one, other) => {
    const [size, otherSize] = [one, other].map((part) => part.getBoundingClientRect())
    return ['width', 'height'].some((side) => Math.abs(size[side] - otherSize[side]) <= SAME_PX)
  }
  // Cards are two or more of the same width or height that say more than their headings.
  const saysMore = (element) => textOf(element).length > most || (linesOf(element).length > 1 && /\p{L}/u.test(headingOf(element)))
  const isCard = (item, others) => saysMore(item) && others.some((other) => saysMore(other) && isAlike(item, other))
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
    return nameOf(element.id) || (fits(beside) && beside) || unnamed
  }

  const isSelected = (one) => [one, one.firstElementChild ?? one].some((part) =>
    /(^|[\s_-])(active|selected|current)(\s|$)/.test(part.getAttribute('class') ?? '')
    || ['aria-selected', 'aria-pressed', 'aria-current', 'aria-checked'].some((name) => /true|page/.test(part.getAttribute(name)))
    || part.querySelector?.(':scope > input:checked') || part.control?.checked)
  const shows = (element) => {
    const { width, height, right, bottom } = rectOf(element)
    const how = { opacityProperty: true, visibilityProperty: true, checkOpacity: true, checkVisibilityCSS: true }
    return width * height > 0 && right + scrollX > 0 && bottom + scrollY > 0
      && (drawnIn(element)?.checkVisibility?.(how) ?? true)
  }
  const CONTROLS = 'button, a[href], area[href], a[onclick], [role=button], [role=link], [onclick], summary, '
    + 'input:not([type=text], [type=checkbox], [type=radio])'
  const isPointed = (element) => getComputedStyle(element).cursor === 'pointer'
    && (!element.parentElement || getComputedStyle(element.parentElement).cursor !== 'pointer')
  // A page may ask for a press anywhere, or look in its handler at what was pressed.
  const isPlainText = (element) => !element.children.length && tidy(element.textContent) && !element.closest(CONTROLS)
    && getComputedStyle(element).cursor !== 'pointer'
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

  const BUTTONS = 'button, [role=button], input[type=button], input[type=submit]'
  const CHOICES = 'input[type=radio], input[type=checkbox], [role=checkbox]'
  const isTicked = (choice) => choice.checked || choice.getAttribute('aria-checked') === 'true'
  const buttonsBeside = (choice) => {
    let part = parentOf(choice)
    while (part && !part.querySelector(BUTTONS)) part = parentOf(part)
    return [part, [...part?.querySelectorAll(BUTTONS) ?? []].filter(shows)]
  }
  // The button that waits for a choice: it is off until its only box is ticked, or none of its options is chosen.
  const waitingFor = (choice) => {
    const [part, buttons] = buttonsBeside(choice)
    if (isTicked(choice) || isOff(choice) || !part) return null
    const alike = [...part.querySelectorAll(CHOICES)].filter((one) => one.type === choice.type)
    if (choice.type === 'radio') return alike.some(isTicked) ? null : buttons[0]
    return alike.length === 1 ? buttons.find(isOff) : null
  }
  // Many pages hide the box and draw another one in its label.
  const choiceOf = (element) => {
    if (element.matches(CHOICES)) return shows(element) ? element : null
    return element.control?.matches(CHOICES) && !shows(element.control) ? element.control : null
  }
  const nameChoice = (choice) => textOf(choice.labels?.[0] ?? choice) || choice.getAttribute('aria-label')
    || textOf(parentOf(choice))

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
    const choice = choiceOf(element)
    const waiting = choice && waitingFor(choice)
    // Frameworks give what can be pressed a function of its own, whatever the pointer looks like.
    const isControl = waiting || element.matches(CONTROLS) || element.onclick || isPointed(element)
    const isText = withTexts && !isControl && isPlainText(element)
    // A button in a link, as in an advertisement, is that link.
    const isInLink = element.parentElement?.closest('a[href]')
    if (!(isControl || isText) || isInLink || !shows(element) || isOff(element)) return null
    const item = element.parentElement?.children.length === 1 ? element.parentElement : element  // such as <li><a>
    const others = [...item.parentElement?.children ?? []].filter((one) => one !== item && one.tagName === item.tagName)
    const label = waiting ? nameChoice(choice) : labelOf(element, others)
    const box = boxOf(element)
    if (!(fits(label) || waiting) || !isOnTop(element, box)) return null
    const leaves = element.matches('a[target=_blank]') || element.closest('[download]') !== null
    if (!groups.includes(item.parentElement)) groups.push(item.parentElement)
    const { left, top, width, height } = rectOf(element)
    return {
      label,
      link: element.href ?? '',
      is_elsewhere: leaves || Boolean(element.form && asksForMore(element.form)),
      heading: isCard(item, others) ? headingOf(item) : '',
      awaited_by: waiting ? labelOf(waiting, []) : '',
      is_text: isText,
      is_chosen: Boolean(isSelected(item)) && others.length > 0 && !others.some(isSelected),
      is_numbered: others.length > 0 && Boolean(placeOf(label)) && isNumbered(item.parentElement),
      in_box: box !== null,
      covers_page: box !== null && isCovered,
      group: groups.indexOf(item.parentElement),
      is_area: element.matches('area'),
      middle: [left + width / 2, top + height / 2],
    }
  })
}

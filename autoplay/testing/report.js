/* Search and filters of the report: a card is shown if it has all words, and is of the folder and the result. */
"use strict"

const form = document.querySelector("form")
const cards = [...document.querySelectorAll("article")].map((element) => ({
  element,
  folder: element.dataset.folder,
  result: element.classList.contains("bad-card") ? "bad" : "good",
  text: element.innerText.toLowerCase(),
}))

function filter() {
  const {words = "", folder = "", result = ""} = Object.fromEntries(new FormData(form))
  const wanted = words.toLowerCase().split(/\s+/)
  let shown = 0
  for (const card of cards) {
    const fits = (!folder || card.folder === folder) && (!result || card.result === result)
    const isShown = fits && wanted.every((word) => card.text.includes(word))
    card.element.hidden = !isShown
    shown += isShown
  }
  for (const section of document.querySelectorAll("section")) {
    const number = section.querySelectorAll("article:not([hidden])").length
    section.hidden = number === 0
    section.querySelector("small").textContent = number
  }
  form.querySelector("output").textContent = shown === cards.length ? "" : `${shown} of ${cards.length} shown`
}

form.hidden = false
form.addEventListener("input", filter)
form.addEventListener("submit", (event) => event.preventDefault())
filter()  // browsers restore what was typed when a page is loaded again

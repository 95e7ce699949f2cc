import assert from "node:assert/strict"
import {test} from "node:test"
import {bound, resize} from "../src/panes.ts"
import {sizeLetters} from "../src/settings.ts"

test("arrows move a divider by two per cent", () => {
  assert.equal(resize("ArrowLeft", 45, 25, 70), 43)
  assert.equal(resize("ArrowDown", 45, 25, 70), 47)
})

test("Home and End move it to its bounds; other keys do not move it", () => {
  assert.equal(resize("Home", 45, 25, 70), 25)
  assert.equal(resize("End", 45, 25, 70), 70)
  assert.equal(resize("a", 45, 25, 70), undefined)
})

test("a size is a whole number inside its bounds", () => {
  assert.deepEqual(
    [10, 25.4, 44.5, 69.9, 100].map(size => bound(size, 25, 70)),
    [25, 25, 45, 70, 70],
  )
})

test("letters grow and shrink by a pixel, between the smallest and the largest", () => {
  assert.equal(sizeLetters(13.5, 1), 14.5)
  assert.equal(sizeLetters(11.5, -1), 11)
  assert.equal(sizeLetters(22, 1), 22)
})

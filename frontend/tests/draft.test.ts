import assert from "node:assert/strict"
import {test} from "node:test"
import {readAnswer} from "../src/draft.ts"

const STORED = {source: "theirs", revision: 4, saved_at: "2025-01-01T00:00:00Z"}

function respond(status: number, body: unknown = {}): Response {
  return new Response(JSON.stringify(body), {status})
}

test("what was saved has a new revision", async () => {
  assert.deepEqual(await readAnswer(respond(200, STORED)), {is: "saved", revision: 4})
})

test("a conflict brings what is stored", async () => {
  assert.deepEqual(await readAnswer(respond(409, STORED)), {is: "conflict", source: "theirs", revision: 4})
})

test("a text that is too long is refused by its size or by its length", async () => {
  for (const status of [413, 422]) assert.deepEqual(await readAnswer(respond(status)), {is: "too-long"})
})

test("a full server says so", async () => {
  assert.deepEqual(await readAnswer(respond(507)), {is: "full"})
})

test("nobody who is known says so", async () => {
  assert.deepEqual(await readAnswer(respond(401)), {is: "nobody"})
})

test("what came to nothing counts as a broken connection", async () => {
  assert.deepEqual(await readAnswer(null), {is: "offline"})
  for (const status of [400, 403, 429, 500, 503]) assert.deepEqual(await readAnswer(respond(status)), {is: "offline"})
})

test("an answer that is no JSON, as of a proxy's page, counts as a broken connection", async () => {
  for (const status of [200, 409]) {
    const page = new Response("<h1>Log in</h1>", {status})
    assert.deepEqual(await readAnswer(page), {is: "offline"})
  }
})

test("an answer without a revision is not taken for one", async () => {
  assert.deepEqual(await readAnswer(respond(200, {})), {is: "offline"})
  assert.deepEqual(await readAnswer(respond(409, {revision: 4})), {is: "offline"})
  assert.deepEqual(await readAnswer(respond(200, null)), {is: "offline"})
})

import assert from "node:assert/strict"
import {test} from "node:test"
import {readRefusal, Refused} from "../src/submitting.ts"

function respond(body: unknown, status = 422): Response {
  return new Response(typeof body === "string" ? body : JSON.stringify(body), {status})
}

test("the server's own sentence is what the student reads", async () => {
  const refused = await readRefusal(respond({detail: "The queue is full."}, 503))
  assert.ok(refused instanceof Refused)
  assert.equal(refused.message, "The queue is full.")
  assert.deepEqual(refused.faults, [])
})

test("faults of single inputs come along", async () => {
  const errors = [{location: ["body", "inputs", "X"], message: "has no end"}]
  assert.deepEqual((await readRefusal(respond({detail: "One input does not fit.", errors}))).faults, errors)
})

test("without a sentence there is one for the status", async () => {
  for (const body of ["<h1>Bad gateway</h1>", "", "null", "[]", {detail: [{msg: "no"}]}, {title: "No"}]) {
    const {message, faults} = await readRefusal(respond(body, 502))
    assert.match(message, /status 502\. Your code is safe here/)
    assert.deepEqual(faults, [])
  }
})

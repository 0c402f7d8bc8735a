/** What is sent again after an answer was lost, and under which key: the exchange does the same thing once under one key. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CallError, TransportError } from './call-error.ts'
import { doubtText, failureText, isInDoubt, leavesDoubt, type Outcome, sendDeed, sendUnkeyed, settleHeard } from './deed.ts'

const refusal = (errorName: string, isReplay = false) =>
  new CallError({ code: '1', message: 'Refused.', errorName, params: {}, requestId: '', status: 200, isReplay })
const lost = new TransportError('the network did not answer')

interface Sent {
  readonly body: unknown
  readonly key: string
}
const sent: Sent[] = []
/** What the next calls answer, or throw. */
const answers: unknown[] = []
const exchange = async (body: unknown, key: string): Promise<string> => {
  sent.push({ body, key })
  const answer = answers.shift() ?? 'done'
  if (answer instanceof Error) throw answer
  return String(answer)
}
const keys = () => sent.map(({ key }) => key)
const isOneKey = () => new Set(keys()).size === 1

let made = 0
/** A body that no other test sends. */
const body = () => ({ amount: String(++made) })
const press = async (given: object, about?: string): Promise<Outcome<string>> => {
  const pressed = sendDeed({ kind: 'transfer', body: given, send: exchange, ...(about !== undefined && { about }) })
  await vi.advanceTimersByTimeAsync(1500)
  return pressed
}
/** Neither the first answer nor the one to the second asking comes. */
const loseTwice = () => answers.push(lost, lost)

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', globalThis)
  for (const kind of ['transfer', 'order'] as const) settleHeard(kind, () => true)
  sent.length = 0
  answers.length = 0
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('a key has the form that the API asks for, and is another one for each deed that was done', async () => {
  const one = body()
  expect(await press(one)).toEqual({ kind: 'done', answer: 'done' })
  await press(one)
  expect(keys()).toEqual([expect.stringMatching(/^web-[0-9a-f]{16}$/), expect.stringMatching(/^web-[0-9a-f]{16}$/)])
  expect(isOneKey()).toBe(false)
})

it('API-024 [part] an answer that was lost is asked for once more under the same key, and then found', async () => {
  answers.push(lost, 'found')
  expect(await press(body())).toEqual({ kind: 'done', answer: 'found' })
  expect([sent.length, isOneKey()]).toEqual([2, true])
})

it('API-024 [part] a lost answer can turn out to be a refusal, and the next press is another deed', async () => {
  const one = body()
  const short = refusal('BALANCE_INSUFFICIENT')
  answers.push(lost, short)
  expect(await press(one)).toEqual({ kind: 'refused', error: short })
  await press(one)
  expect(keys()[1]).toBe(keys()[0])
  expect(keys()[2]).not.toBe(keys()[0])
})

it('API-024 [part] while a deed is in doubt a further press asks under the same key, with the body that was sent first', async () => {
  const one = { ...body(), expireTime: 1000 }
  loseTwice()
  expect(await press(one, one.amount)).toEqual({ kind: 'doubt', error: lost })
  expect(isInDoubt('transfer', one.amount)).toBe(true)
  // Whatever else is done meanwhile.
  await press(body())
  sent.splice(2)
  await press({ ...one, expireTime: 9000 }, one.amount)
  expect([sent.length, isOneKey()]).toEqual([3, true])
  expect(sent.map((call) => call.body)).toEqual([one, one, one])
  expect(isInDoubt('transfer', one.amount)).toBe(false)
})

it('API-024 [part] a changed body is another deed under another key', async () => {
  loseTwice()
  await press(body())
  await press(body())
  expect([keys()[1] === keys()[0], keys()[2] === keys()[0]]).toEqual([true, false])
})

it.each(['ENGINE_BUSY', 'IDEMPOTENCY_IN_PROGRESS', 'INTERNAL_ERROR', 'A_NAME_OF_TOMORROW', ''])(
  'API-024 [part] after "%s" the deed is in doubt: the key stays',
  async (name) => {
    const one = body()
    answers.push(refusal(name), refusal(name))
    expect((await press(one)).kind).toBe('doubt')
    expect((await press(one)).kind).toBe('done')
    expect([sent.length, isOneKey()]).toEqual([3, true])
  },
)

it('API-024 [part] after a refusal that leaves nothing the same press has a new key', async () => {
  const one = body()
  const refused = ['RATE_LIMIT_USER', 'BALANCE_INSUFFICIENT', 'MAINTENANCE'].map((name) => refusal(name))
  for (const error of refused) {
    answers.push(error)
    expect(await press(one)).toEqual({ kind: 'refused', error })
  }
  expect(new Set(keys()).size).toBe(3)
})

it('API-024 [part] a refusal at the door ends no doubt: the lost press may have done the deed all the same', async () => {
  const one = body()
  loseTwice()
  await press(one)
  for (const name of ['RATE_LIMIT_USER', 'SESSION_EXPIRED', 'MAINTENANCE']) {
    answers.push(refusal(name), refusal(name))
    expect((await press(one)).kind).toBe('doubt')
  }
  expect(isOneKey()).toBe(true)
  // What would be told again for ever ends the doubt: under this key nothing comes of it.
  answers.push(refusal('ENGINE_BUSY', true))
  expect((await press(one)).kind).toBe('refused')
  await press(one)
  expect(keys().at(-1)).not.toBe(keys()[0])
})

it('API-024 [part] a key that came to stand for another request tells no more: the deed is in doubt, and the key is given up', async () => {
  const one = body()
  answers.push(lost, refusal('IDEMPOTENCY_CONFLICT'))
  expect((await press(one)).kind).toBe('doubt')
  await press(one)
  expect(keys()[2]).not.toBe(keys()[0])
  answers.push(refusal('IDEMPOTENCY_CONFLICT'))
  expect((await press(body())).kind).toBe('refused')
})

it('API-024 [part] a deed that failed late is not sent once more by itself', async () => {
  const slow = vi.fn(async (): Promise<never> => {
    await new Promise((resolve) => setTimeout(resolve, 6000))
    throw lost
  })
  const pressed = sendDeed({ kind: 'order', body: body(), send: slow })
  await vi.advanceTimersByTimeAsync(20_000)
  expect((await pressed).kind).toBe('doubt')
  expect(slow).toHaveBeenCalledTimes(1)
})

it('who turns back before anything is sent leaves a doubt as it was', async () => {
  const one = body()
  loseTwice()
  await press(one)
  const turned = sendDeed({ kind: 'transfer', body: one, send: async () => undefined })
  expect(await turned).toEqual({ kind: 'done', answer: undefined })
  await press(one)
  expect(isOneKey()).toBe(true)
})

it('API-024 [part] a deed in doubt that was heard of is done, and the same press after it is another deed', async () => {
  const one = body()
  const about = JSON.stringify(one)
  loseTwice()
  await press(one)
  expect([settleHeard('transfer', () => false), settleHeard('order', () => true)]).toEqual([[], []])
  expect(settleHeard('transfer', (key) => key === keys()[0])).toEqual([about])
  await press(one)
  expect(keys()[2]).not.toBe(keys()[0])
})

it('a deed on its way is not told as heard of before its answer is lost', async () => {
  const one = body()
  let answer = (_text: string): void => undefined
  const pressed = sendDeed({
    kind: 'order',
    body: one,
    send: () =>
      new Promise<string>((resolve) => {
        answer = resolve
      }),
  })
  expect(settleHeard('order', () => true)).toEqual([])
  answer('done')
  expect((await pressed).kind).toBe('done')
})

it('a deed without a key is sent once, and is refused or in doubt as any other', async () => {
  const send = vi.fn<() => Promise<number>>()
  send.mockResolvedValueOnce(3).mockRejectedValueOnce(lost).mockRejectedValueOnce(refusal('ORDER_CLOSED'))
  const kinds = [await sendUnkeyed(send), await sendUnkeyed(send), await sendUnkeyed(send)].map(({ kind }) => kind)
  expect(kinds).toEqual(['done', 'doubt', 'refused'])
  expect(send).toHaveBeenCalledTimes(3)
})

it('doubt has one text for each kind of deed, and a refusal the words of the server', () => {
  expect([lost, refusal('ENGINE_BUSY'), refusal('PASSWORD_WRONG')].map(leavesDoubt)).toEqual([true, true, false])
  expect(failureText('account', refusal('PASSWORD_WRONG'))).toBe('Refused.')
  expect(failureText('account', refusal('INTERNAL_ERROR'))).toBe(doubtText('account'))
  expect(doubtText('account')).not.toBe(doubtText('withdrawal'))
})

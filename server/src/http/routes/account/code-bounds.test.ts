/** Guesses at codes of an address: as many for one that is nobody's as for one that is somebody's, told alike. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HttpWorld, httpWorld } from '../../../testing/http-world.ts'
import { Member } from '../../../testing/member.ts'

const SEND = '/api/auth/v1/open/sendCode'
const TRIES = 15

let world: HttpWorld
let ann: Member
beforeAll(async () => {
  world = await httpWorld()
  ann = await Member.join(world, 'ann@example.com')
  // Neither a code from before the start, nor one that was sent just now.
  world.clock.at += 11 * 60_000
})
afterAll(() => world.close())

interface Told {
  readonly name: string
  readonly params: unknown
}

/** What is told of wrong codes while a new one is asked for each minute, five of them each time. */
async function guessed(account: string, scene: 'REGISTER' | 'RESET_PASSWORD'): Promise<readonly Told[]> {
  const path = scene === 'REGISTER' ? '/api/auth/v1/open/register' : '/api/auth/v1/open/resetPassword'
  const told: Told[] = []
  for (let round = 0; round < TRIES / 5; round += 1) {
    await world.sealed(SEND, { type: 1, account, scene })
    for (let time = 0; time < 5; time += 1) {
      const body = {
        type: 1,
        account,
        code: '00000x'.slice(0, 5) + time,
        password: 'Another-Horse-10',
        ...(scene === 'REGISTER' && { agreeTerms: 1 }),
      }
      const { failure } = await world.sealed(path, body)
      told.push({ name: failure.name, params: failure.name === 'CODE_INVALID' ? failure.params : {} })
    }
    world.clock.at += 61_000
  }
  return told
}
/** Those that were held against a code. */
const judged = (told: readonly Told[]): number => told.slice(0, told.findIndex(({ name }) => name !== 'CODE_INVALID') + 1).length

it.each(['REGISTER', 'RESET_PASSWORD'] as const)(
  'AUTH-012 [part] codes of scene %s are judged five times, whoever’s the address is',
  async (scene) => {
    const nobodys = await guessed(`nobody-${scene.toLowerCase()}@example.com`, scene)
    expect(judged(nobodys), JSON.stringify(nobodys)).toBe(5)
    expect(nobodys.slice(5).map(({ name }) => name)).not.toContain('CODE_INVALID')
    expect(await guessed(ann.email, scene), 'told as of a real address').toEqual(nobodys)
  },
)

it('AUTH-012 [part] the right code of a registration ends its count, and a lock of it ends by itself', async () => {
  const account = 'late@example.com'
  await guessed(account, 'REGISTER')
  world.clock.at += 15 * 60_000
  await world.sealed(SEND, { type: 1, account, scene: 'REGISTER' })
  const body = { type: 1, account, code: await world.code(account), password: 'Another-Horse-10', agreeTerms: 1 }
  expect((await world.sealed('/api/auth/v1/open/register', body)).code).toBe('0')
})

it('AUTH-012 [part] codes of a new address of an account are judged five times, however many are sent', async () => {
  const told: string[] = []
  // Asking for codes of the account itself takes a minute each.
  for (let round = 0; round < 2; round += 1) {
    await ann.post('/api/auth/v1/secondFactor/sendCode', { scene: 'BIND', channel: 'email', target: 'fresh@example.com' })
    for (let time = 0; time < 5; time += 1) {
      const codes = await ann.codes('CHANGE_FACTOR', ['email'])
      const answer = await ann.seal('/api/auth/v1/email/bind', { email: 'fresh@example.com', code: `00000${time}`, codes })
      told.push(answer.failure.name)
    }
    world.clock.at += 61_000
  }
  expect(
    told.filter((name) => name === 'CODE_INVALID' || name === 'CODE_TOO_MANY_TRIES'),
    told.join(),
  ).toHaveLength(5)
  expect(told.at(-1)).toBe('LOGIN_LOCKED')
})

/** Kills the conductor at each step of a payment: whatever it left, its customers are paid exactly once. For tests only. */
import { expect, it } from 'vitest'
import type { Death } from './mortal.ts'
import { COIN, ONE, type PayHouse, TOKEN, until } from './pay-house.ts'

const DEATHS: readonly (Death & { readonly leaves: string })[] = [
  { call: 'exchange.beginPayment', when: 'before', leaves: 'planned and not begun' },
  { call: 'exchange.beginPayment', when: 'after', leaves: 'begun' },
  { call: 'signer.sign', when: 'before', leaves: 'begun, and the signer not asked' },
  { call: 'signer.sign', when: 'after', leaves: 'signed and not journaled' },
  { call: 'exchange.signPayment', when: 'after', leaves: 'journaled and not sent' },
  { call: 'port.send', when: 'before', leaves: 'about to be sent' },
  { call: 'port.send', when: 'after', leaves: 'sent, and nobody knows it' },
]

/** @param hasTokens tokens and coins, else coins alone. @param amount of each withdrawal, minor units */
export function crashTests(open: () => Promise<PayHouse>, hasTokens: boolean, amount = ONE): void {
  for (const death of DEATHS)
    it(`WAL-025 [part] a process that dies when it is ${death.leaves} leaves what the next one pays exactly once`, async () => {
      const house = await open()
      const { world } = house
      const mortal = await house.dieAt(death)
      const [one, other] = [house.follow(world.stranger()), house.follow(world.stranger())]
      const pay = (): ReturnType<PayHouse['withdraw']>[] => [
        house.withdraw(one, amount),
        house.withdraw(one, amount),
        house.withdraw(other, amount, hasTokens ? TOKEN : COIN),
      ]
      const ids = pay()
      await mortal.died
      // Time goes by in which nobody pays, and blocks come.
      await house.world.mine(1)
      await house.revive()
      await house.book()
      await settled(house, ids)
      expect(await house.balance(one)).toBe(house.units(COIN, amount * 2n))
      expect(await house.balance(other, hasTokens ? TOKEN : COIN)).toBe(house.units(hasTokens ? TOKEN : COIN, amount))
      expect(paidOften(house)).toEqual([])
      expect(house.exchange.state.payments.liveCount).toBe(0)
    })

  it('a process that dies after a block has its payment, and before that is booked, leaves it to be booked', async () => {
    const house = await open()
    const to = house.follow(house.world.stranger())
    const id = house.withdraw(to, amount)
    await house.reaches(id, 'broadcast')
    await house.out()
    await house.payments.stop()
    await house.world.mine(1)
    await house.revive()
    await house.book()
    expect(house.status(id)).toBe('confirming')
    await settled(house, [id])
    expect(await house.balance(to)).toBe(house.units(COIN, amount))
  })
}

async function settled(house: PayHouse, ids: readonly ReturnType<PayHouse['withdraw']>[]): Promise<void> {
  await until(
    async () => {
      house.skewMs += 1000
      await house.mine()
      return ids.every((id) => house.status(id) === 'completed')
    },
    () => `all that is paid: ${JSON.stringify([ids.map((id) => house.status(id)), house.health, house.logged])}`,
  )
}

/** Withdrawals for which transactions were signed that do not exclude one another. */
function paidOften({ signer }: PayHouse): readonly number[] {
  const slots = new Map<number, Set<string>>()
  for (const { intent } of signer.signed)
    if (intent.purpose.kind === 'withdrawals')
      for (const { withdrawalId } of intent.purpose.paid) {
        const { slot } = intent.plan
        const name =
          slot.kind === 'nonce'
            ? `${slot.from} ${slot.nonce}`
            : JSON.stringify(slot, (_key, value) => (typeof value === 'bigint' ? `${value}` : value))
        slots.set(withdrawalId, (slots.get(withdrawalId) ?? new Set()).add(name))
      }
  return [...slots].flatMap(([withdrawalId, names]) => (names.size > 1 ? [withdrawalId] : []))
}

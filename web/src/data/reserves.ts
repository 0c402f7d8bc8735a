/** The last published figures of what the house holds and owes. */
import { reserves, reserveTotals } from '@agio/wire/wallet/reserves.ts'
import { useQuery } from '@tanstack/react-query'
import { CallError } from './call-error.ts'
import { send } from './http-client.ts'

const MINUTE_MS = 60_000

/** null: nothing is published. */
async function published<Answer>(asked: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof CallError && error.errorName === 'PROOF_NOT_FOUND') return null
    throw error
  }
}

export const useReserveTotals = () =>
  useQuery({ queryKey: ['reserveTotals'], staleTime: MINUTE_MS, queryFn: () => published(send(reserveTotals, {})) })

export const useReserves = () => useQuery({ queryKey: ['reserves'], staleTime: MINUTE_MS, queryFn: () => published(send(reserves, {})) })

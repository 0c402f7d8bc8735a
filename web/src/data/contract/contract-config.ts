/** What the user has set for a contract, and what may be changed now. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { queryClient } from '../query-client.ts'
import { SPOT_QUERIES } from '../spot/spot-changes.ts'
import { readStored, writeStored } from '../storage.ts'

const memberCalls = () => import('./member-calls.ts')

export interface ContractConfig {
  /** The contract account is open. */
  readonly isOpened: boolean
  readonly isIsolated: boolean
  readonly mayChangeMode: boolean
  readonly leverage: number
  readonly leastLeverage: number
  readonly mostLeverage: number
  readonly mayChangeLeverage: boolean
  readonly isHedged: boolean
  readonly mayChangePositionMode: boolean
  /** Ask before an order is sent. */
  readonly confirms: boolean
  readonly inContracts: boolean
  /** Days that a conditional order lives. */
  readonly lifetime: 1 | 7 | 14 | 30
  readonly triggersByMark: boolean
  /** By highest leverage: the largest value of position and orders. */
  readonly ceilings: Readonly<Record<string, string>>
}

type Wire = Awaited<ReturnType<Awaited<ReturnType<typeof memberCalls>>['loadConfig']>>

export function readConfig(config: Wire): ContractConfig {
  return {
    isOpened: config.openContract === 1,
    isIsolated: config.marginModel === 2,
    mayChangeMode: config.marginModelCanSwitch === 1,
    leverage: config.nowLevel,
    leastLeverage: config.minLevel,
    mostLeverage: Math.min(config.maxLevel, config.userMaxLevel > 0 ? config.userMaxLevel : config.maxLevel),
    mayChangeLeverage: config.levelCanSwitch === 1,
    isHedged: config.positionModel === 2,
    mayChangePositionMode: config.positionModelCanSwitch === 1,
    confirms: config.pcSecondConfirm === 1,
    inContracts: config.coUnit === 2,
    lifetime: config.expireTime,
    triggersByMark: config.priceBasis === 1,
    ceilings: config.leverCeiling,
  }
}

const isConfig = (answer: Wire | Readonly<Record<string, never>>): answer is Wire => 'openContract' in answer

const CONFIGS = [SPOT_QUERIES, 'contractConfig'] as const
const keyOf = (contractId: string) => [...CONFIGS, contractId]

/** Refusals that say that something is set otherwise than this page knows. */
const SET_ELSEWHERE: ReadonlySet<string> = new Set(['LEVERAGE_MISMATCH', 'MARGIN_MODE_MISMATCH'])

/** What is set in another tab or on another device nobody tells here: the refusal of an order does, and it is read again. */
export function doubtConfig(errorName: string): void {
  if (SET_ELSEWHERE.has(errorName)) void queryClient.invalidateQueries({ queryKey: CONFIGS })
}

/** Kept under `userConfig` until something changes it. */
function keep(contractId: string, config: Wire): ContractConfig {
  writeStored('userConfig', { ...readStored('userConfig'), contract: { ...config, contractId } })
  return readConfig(config)
}

/** undefined for a visitor, and until the answer. */
export function useContractConfig(contractId: string, member: boolean) {
  return useQuery({
    queryKey: keyOf(contractId),
    enabled: member,
    staleTime: 60_000,
    queryFn: async () => keep(contractId, await (await memberCalls()).loadConfig(contractId)),
  })
}

/** Changes of the settings; each throws CallError with the server's reason, and puts what it answered in the place of what was known. */
export function useConfigChanges(contractId: string) {
  const client = useQueryClient()
  const take = async (config: Wire): Promise<void> => {
    // An answer that is still on its way was true before this, and must not come after it.
    await client.cancelQueries({ queryKey: keyOf(contractId) })
    client.setQueryData(keyOf(contractId), keep(contractId, config))
  }
  return {
    async leverage(times: number): Promise<void> {
      await take(await (await memberCalls()).setLeverage(contractId, times))
    },
    async marginMode(isolated: boolean): Promise<void> {
      await take(await (await memberCalls()).setMarginMode(contractId, isolated))
    },
    async settings(change: { readonly hedged?: boolean; readonly inContracts?: boolean; readonly confirms?: boolean }): Promise<void> {
      const answer = await (await memberCalls()).setSettings({
        contractId,
        ...(change.hedged !== undefined && { positionModel: change.hedged ? 2 : 1 }),
        ...(change.inContracts !== undefined && { coUnit: change.inContracts ? 2 : 1 }),
        ...(change.confirms !== undefined && { pcSecondConfirm: change.confirms ? 1 : 0 }),
      })
      if (isConfig(answer)) await take(answer)
      else await client.invalidateQueries({ queryKey: keyOf(contractId) })
    },
    async openAccount(): Promise<void> {
      await (await memberCalls()).openAccount()
      await client.invalidateQueries({ queryKey: [SPOT_QUERIES] })
    },
  }
}

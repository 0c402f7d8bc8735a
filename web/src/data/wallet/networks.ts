/** Coins, the networks they move on, and where a user receives them. */
import { coins } from '@agio/wire/assets/assets.ts'
import {
  addressCreate,
  addressQuery,
  coinExtList,
  protocolTypeAll,
  supportedChains,
  tokenChains,
  withdrawCoins,
} from '@agio/wire/wallet/chains.ts'
import type { ChainAddress } from '@agio/wire/wallet/types.ts'
import { useQuery } from '@tanstack/react-query'
import { send } from '../http-client.ts'
import { SPOT_QUERIES } from '../spot/spot-changes.ts'

const MINUTE_MS = 60_000
/** An address that is being made is there within 30 s. */
const MAKING_MS = 2000
const BEING_MADE = 2

/** Every coin; whether it is open for deposits stands in it. */
export const useWalletCoins = () => useQuery({ queryKey: ['walletCoins'], staleTime: MINUTE_MS, queryFn: () => send(coins, {}) })

/** Coins that can be withdrawn, with what is free of them. */
export const useWithdrawCoins = () => useQuery({ queryKey: [SPOT_QUERIES, 'withdrawCoins'], queryFn: () => send(withdrawCoins, {}) })

/** A coin on each of its networks. Read again often enough that a closed or halted one shows. */
export const useCoinNetworks = (coinId: string | undefined) =>
  useQuery({
    queryKey: ['coinNetworks', coinId],
    enabled: coinId !== undefined,
    refetchInterval: MINUTE_MS,
    queryFn: () => send(coinExtList, { coinId: coinId ?? '' }),
  })

/** Networks, with what their addresses look like. */
export const useNetworks = () => useQuery({ queryKey: ['networks'], staleTime: MINUTE_MS, queryFn: () => send(protocolTypeAll, {}) })

/** Blockchains: whether their nodes answer. */
export const useChains = () => useQuery({ queryKey: ['chains'], refetchInterval: MINUTE_MS / 4, queryFn: () => send(supportedChains, {}) })

/** The blockchains of a coin, by the keys under which addresses are asked for. */
export const useCoinChains = (coinId: string) =>
  useQuery({ queryKey: ['coinChains', coinId], staleTime: MINUTE_MS, queryFn: () => send(tokenChains, { id: coinId }) })

/** The address at which the user receives a coin. The first question for one makes it; the same chain gives the same one again. */
async function depositAddress(blockchain: string, coinId: string): Promise<ChainAddress> {
  const [known] = await send(addressQuery, { blockchain, coinId })
  return known ?? send(addressCreate, { blockchain, coinId })
}

/** @param blockchain undefined: nothing is asked, and no address is shown */
export const useDepositAddress = (blockchain: string | undefined, coinId: string) =>
  useQuery({
    queryKey: ['depositAddress', blockchain, coinId],
    enabled: blockchain !== undefined,
    refetchInterval: ({ state }) => (state.data?.status === BEING_MADE ? MAKING_MS : false),
    queryFn: () => depositAddress(blockchain ?? '', coinId),
  })

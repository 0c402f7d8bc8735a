/** A contract, its settings and a position for unit tests. BTC-USDT: 0.001 BTC a contract, tick 0.1. */
import type { ContractConfig } from '../data/contract/contract-config.ts'
import { type ContractOrder, readContractOrder } from '../data/contract/contract-order.ts'
import type { ContractTerms } from '../data/contract/contract-terms.ts'
import { type Position, readPosition } from '../data/contract/position.ts'

export const TERMS: ContractTerms = {
  contractId: '14',
  symbol: 'E-BTC-USDT',
  name: 'BTCUSDT',
  base: 'BTC',
  quote: 'USDT',
  marginAsset: 'USDT',
  priceScale: 1,
  tick: 1,
  multiplier: '0.001',
  lotScale: 3,
  lotsPerContract: 1,
  leastLeverage: 1,
  mostLeverage: 125,
  makerFee: '0.0002',
  takerFee: '0.0005',
  liquidationFee: '0.002',
  fundingCap: '0.0075',
  fundingFloor: '-0.0075',
  interest: '0.0001',
  fundingEvery: 8,
  depthSteps: [1, 10, 100],
  leastVolume: '1',
  mostLimit: '100000',
  mostMarket: '50000',
  leastValue: '5',
  priceRange: '0.05',
  markRange: '0.00175',
  fillRange: '0.0005',
  slippage: '0.005',
  marginScale: 8,
  state: 'trading',
}

export const CONFIG: ContractConfig = {
  isOpened: true,
  isIsolated: true,
  mayChangeMode: true,
  leverage: 20,
  leastLeverage: 1,
  mostLeverage: 125,
  mayChangeLeverage: true,
  isHedged: false,
  mayChangePositionMode: true,
  confirms: false,
  inContracts: false,
  lifetime: 7,
  triggersByMark: true,
  ceilings: { '125': '50000', '100': '250000', '50': '1000000' },
}

export const order = (change: Partial<ContractOrder>): ContractOrder => ({
  ...readContractOrder({ status: 1 }),
  contractId: '14',
  ...change,
})

export const position = (change: Partial<Position>): Position => ({
  ...readPosition({}),
  positionId: '7',
  contractId: '14',
  volume: '650',
  ...change,
})

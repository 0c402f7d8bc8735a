/**
 * The keeper of the demo's nodes, a process of its own: what they cost is not the exchange's, and their end is not its end. It is told by
 * messages what to keep. When the server is gone, for whatever reason, the channel closes: then it ends its nodes and itself.
 */
import { getPriority, setPriority } from 'node:os'
import { join } from 'node:path'
import type { PlayChain } from '@agio/chain/node/play-chain.ts'
import { ChainAway, faultOf, KeptChain } from './kept-chain.ts'
import type { ChainPlan, FromKeeper, Question, ToKeeper } from './messages.ts'

/** The exchange comes first. */
const NICE = 5
const STOP_WITHIN_MS = 15_000

const chains = new Map<string, KeptChain>()
const urls: Record<string, string> = {}

function say(message: FromKeeper): void {
  // Nobody hears what is said to a server that is gone.
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined)
}

/** Libraries of a kind are read when one is wanted. */
async function open(folder: string, plan: ChainPlan, port: number): Promise<PlayChain> {
  const own = join(folder, plan.blockchain)
  switch (plan.kind) {
    case 'evm':
      return (await import('@agio/chain/node/evm-play.ts')).openEvmPlay({ folder: own, port, chainId: plan.chainId })
    case 'bitcoin':
      return (await import('@agio/chain/node/bitcoin-play.ts')).openBitcoinPlay({ folder: own, port })
    case 'simulated': {
      const { openSimulatedPlay } = await import('@agio/chain/node/simulated-play.ts')
      return openSimulatedPlay({ file: join(own, 'operations.log'), port, hrp: plan.hrp, genesis: plan.genesis })
    }
  }
}

function begin({ folder, chains: plans, depths, paceMs }: Extract<ToKeeper, { kind: 'begin' }>): void {
  for (const plan of plans) {
    const { blockchain, port } = plan
    chains.set(
      blockchain,
      new KeptChain({
        blockchain,
        port,
        paceMs,
        depth: depths[blockchain] ?? 1,
        open: (at) => open(folder, plan, at),
        onUrl(url) {
          if (url === undefined) delete urls[blockchain]
          else urls[blockchain] = url
          say({ kind: 'urls', urls })
        },
        tell: (level, text) => say({ kind: 'told', level, text }),
      }),
    )
  }
}

async function answer(id: number, question: Question): Promise<void> {
  try {
    const chain = chains.get(question.blockchain)
    if (chain === undefined) throw new ChainAway(`no chain ${question.blockchain} is kept`)
    if (question.kind === 'pay') say({ kind: 'paid', id, txs: await chain.pay(question.payments) })
    else say({ kind: 'stands', id, standing: await chain.standing() })
  } catch (error) {
    say({ kind: 'fault', id, fault: faultOf(error) })
  }
}

let isStopping = false
async function stop(): Promise<void> {
  if (isStopping) return
  isStopping = true
  setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
  await Promise.allSettled([...chains.values()].map((chain) => chain.stop()))
  process.exit(0)
}

// Started lower already it stays there: nobody but root may raise himself.
setPriority(Math.max(NICE, getPriority()))
process.on('message', (message: ToKeeper) => {
  if (message.kind === 'begin') begin(message)
  else if (message.kind === 'ask') void answer(message.id, message.question)
  else if (message.kind === 'stop') void stop()
  else for (const [blockchain, chain] of chains) chain.want(message.depths[blockchain] ?? 1)
})
process.on('disconnect', () => void stop())
// The server tells it when to stop; a signal to all of its group is not for the keeper.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)

/**
 * Compiles the contracts beside it. `node chain/contracts/compile.ts` writes built.json, which is committed, so that nobody needs a compiler
 * to deploy them; a test compiles again and compares.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import solc from 'solc'

/** Contracts that somebody deploys, by name: what a constructor takes is none. */
export type Built = Readonly<Record<string, { readonly bytecode: string }>>

interface Output {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[]
  readonly contracts?: Readonly<
    Record<string, Readonly<Record<string, { readonly evm: { readonly bytecode: { readonly object: string } } }>>>
  >
}

const folder = new URL('./', import.meta.url)

/** @throws Error with the compiler's words */
export function compile(): Built {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sol'))
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(names.map((name) => [name, { content: readFileSync(new URL(name, folder), 'utf8') }])),
    settings: {
      optimizer: { enabled: true, runs: 200 },
      evmVersion: 'paris',
      // The bytes depend on the code alone and on no comment.
      metadata: { appendCBOR: false, bytecodeHash: 'none' },
      outputSelection: { '*': { '*': ['evm.bytecode.object'] } },
    },
  }
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as Output
  const errors = (output.errors ?? []).filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'))
  const contracts = Object.values(output.contracts ?? {}).flatMap((file) => Object.entries(file))
  const built = contracts.map(([name, { evm }]) => [name, { bytecode: `0x${evm.bytecode.object}` }] as const)
  return Object.fromEntries(built.filter(([name]) => name !== 'DemoToken').sort(([one], [other]) => (one < other ? -1 : 1)))
}

if (process.argv[1] === new URL(import.meta.url).pathname)
  writeFileSync(new URL('built.json', folder), `${JSON.stringify(compile(), null, 2)}\n`)

/** A copy of the tree. Rules are taken out there, never in the checkout. */
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Rule } from './find-rules.ts'

const KERNEL = 'engine/kernel/kernel.wasm'

/** Links packages one by one: links of workspaces have to lead into the copy, and the copy needs caches apart. */
function linkPackages(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else if (entry.name === '@agio') linkPackages(source, target)
    else if (!entry.name.startsWith('.') || entry.name === '.bin') symlinkSync(source, target)
  }
}

/** Programs that tests install at first use. */
function linkInstalled(from: string, to: string): void {
  if (!existsSync(from)) return
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from)) if (name.startsWith('bitcoin-node-')) symlinkSync(join(from, name), join(to, name))
}

/** Compiles the kernel of a copy. @returns whether the kernel compiles */
export const buildKernel = (root: string): boolean =>
  spawnSync(process.execPath, [join(root, 'scripts', 'build-kernel.ts')], { cwd: root, stdio: 'ignore' }).status === 0

export class PrivateCopy {
  readonly root: string
  /** The last kernel compiled without a rule: each batch of tests takes the rule out again. */
  #lastKernel: { readonly rule: Rule; readonly binary: Buffer } | undefined

  /** @param files paths of the tree's files */
  constructor(checkout: string, files: readonly string[]) {
    this.root = mkdtempSync(join(tmpdir(), 'agio-removals-'))
    for (const file of files) {
      mkdirSync(dirname(join(this.root, file)), { recursive: true })
      copyFileSync(join(checkout, file), join(this.root, file))
    }
    const folders = ['', ...readdirSync(checkout)].filter((folder) => existsSync(join(checkout, folder, 'node_modules')))
    for (const folder of folders) linkPackages(join(checkout, folder, 'node_modules'), join(this.root, folder, 'node_modules'))
    linkInstalled(join(checkout, 'node_modules', '.cache'), join(this.root, 'node_modules', '.cache'))
  }

  /**
   * Takes a rule out, and compiles the kernel for a rule of the kernel.
   * @returns a function that puts the rule back, or undefined when the rest does not compile
   */
  remove(rule: Rule): (() => void) | undefined {
    const { file, start, end, without } = rule
    const path = join(this.root, file)
    const before = readFileSync(path, 'utf8')
    const kernel = readFileSync(join(this.root, KERNEL))
    const putBack = (): void => {
      writeFileSync(path, before)
      writeFileSync(join(this.root, KERNEL), kernel)
    }
    writeFileSync(path, before.slice(0, start) + without + before.slice(end))
    // an expression replaces an expression: only the kernel's compiler may refuse
    if (!file.startsWith('engine/kernel/') || this.#buildKernel(rule)) return putBack
    putBack()
    return undefined
  }

  #buildKernel(rule: Rule): boolean {
    const path = join(this.root, KERNEL)
    if (this.#lastKernel?.rule === rule) {
      writeFileSync(path, this.#lastKernel.binary)
      return true
    }
    if (!buildKernel(this.root)) return false
    this.#lastKernel = { rule, binary: readFileSync(path) }
    return true
  }

  delete(): void {
    rmSync(this.root, { recursive: true, force: true })
  }
}

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { checkProse, proseFault } from './tidy-prose.ts'

const PLAIN = 'Unconfirmed deposits lie beside the balance, counted in minor units.'
const RIDDLE = 'What of it that lies in those which may still leave is what they hold of that.'
const comments = (sentence: string, count: number): string => Array.from({ length: count }, () => `/** ${sentence} */\n`).join('')

const dir = mkdtempSync(join(tmpdir(), 'agio-prose-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

it('a comment full of pronouns is a fault, a plain comment is none, and code is not read', () => {
  expect(proseFault('a.ts', comments(RIDDLE, 3))).toMatch(/share of pronouns of 0\.\d+ .* 100\.0 % of sentences/)
  expect(proseFault('a.ts', comments(PLAIN, 3))).toBeUndefined()
  expect(proseFault('a.ts', `${comments(PLAIN, 3)}const text = '${RIDDLE}'\n`)).toBeUndefined()
  // One hard sentence among forty is more than 2 %.
  expect(proseFault('a.ts', comments(PLAIN, 39) + comments(RIDDLE, 1))).toMatch(/2\.5 % of sentences/)
  expect(proseFault('a.md', `${RIDDLE} ${RIDDLE} ${RIDDLE}`)).toBeDefined()
  expect(proseFault('a.md', `\`\`\`\n${RIDDLE}\n${RIDDLE}\n${RIDDLE}\n\`\`\`\n`)).toBeUndefined()
})

it('files that a commit since the rule touched by more than 20 lines are measured, files of before are not', () => {
  const git = (...args: string[]) => execFileSync('git', ['-C', dir, '-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args])
  const write = (file: string, content: string): void => writeFileSync(join(dir, file), content)
  const commit = (what: string) => [git('add', '-A'), git('commit', '-q', '-m', what)]
  const said = (): string[] => {
    const faults: string[] = []
    const files = git('ls-files').toString().trim().split('\n')
    checkProse(
      dir,
      files,
      (file) => readFileSync(join(dir, file), 'utf8'),
      (place) => faults.push(place),
    )
    return faults
  }
  git('init', '-q')
  mkdirSync(join(dir, 'scripts'))
  write('before.ts', comments(RIDDLE, 30))
  write('moved.ts', comments(RIDDLE, 30))
  commit('before')
  write('scripts/tidy-prose.ts', comments(RIDDLE, 30))
  commit('the rule')
  write('before.ts', `${comments(RIDDLE, 30)}const small = 1\n`)
  git('mv', 'moved.ts', 'elsewhere.ts')
  write('new.ts', comments(RIDDLE, 30))
  write('plain.ts', comments(PLAIN, 30))
  write('new.test.ts', comments(RIDDLE, 30))
  commit('after')
  expect(said()).toEqual(['new.ts'])
  write('before.ts', comments(RIDDLE, 60))
  expect(said()).toEqual(['before.ts', 'new.ts'])
})

import { expect, test } from 'vitest'

/** Besides the services: the futures host's calls, and two that belong to the gateway itself. */
const OTHERS = ['fe-co-api/common', 'api/health', 'api/langFile']
const SERVICES = ['home-web', 'inform-web', 'auth', 'user-web', 'oss', 'assets-web']
const modules = import.meta.glob<Readonly<Record<string, unknown>>>(['../../../wire/src/*.ts', '!**/*.test.ts'], { eager: true })

const pathsOf = (module: Readonly<Record<string, unknown>>) =>
  Object.values(module).flatMap((value) =>
    typeof value === 'object' && value !== null && 'path' in value && 'method' in value ? [String(value.path)] : [],
  )

test('API-005 [part] every call of the contract stands below the base of one service, home-web calls below home-web', () => {
  const paths = Object.values(modules).flatMap(pathsOf)
  expect(paths.length).toBeGreaterThan(40)
  const bases = new Set(paths.map((path) => path.split('/').slice(1, 3).join('/')))
  expect([...bases].filter((base) => !OTHERS.includes(base) && !SERVICES.includes(base.replace('api/', '')))).toEqual([])
  const home = Object.entries(modules).find(([file]) => file.endsWith('/home-web.ts'))
  expect(pathsOf(home?.[1] ?? {}).every((path) => path.startsWith('/api/home-web/') || OTHERS.includes(path.slice(1)))).toBe(true)
})

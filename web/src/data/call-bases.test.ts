import { expect, test } from 'vitest'

/** Besides the services: the groups of the futures host, and two that belong to the gateway itself. */
const OTHERS = [...['common', 'user', 'order', 'position', 'record'].map((group) => `fe-co-api/${group}`), 'api/health', 'api/langFile']
const SERVICES = ['home-web', 'inform-web', 'auth', 'user-web', 'oss', 'assets-web']
const modules = import.meta.glob<Readonly<Record<string, unknown>>>(['../../../wire/src/**/*.ts', '!**/*.test.ts', '!**/testing/**'], {
  eager: true,
})

const pathsOf = (module: Readonly<Record<string, unknown>>) =>
  Object.values(module).flatMap((value) =>
    typeof value === 'object' && value !== null && 'path' in value && 'method' in value ? [String(value.path)] : [],
  )

test('API-005 every call of the API stands below the one base of a service, home-web calls below home-web', () => {
  const paths = Object.values(modules).flatMap(pathsOf)
  expect(paths.length).toBeGreaterThan(40)
  const bases = new Set(paths.map((path) => path.split('/').slice(1, 3).join('/')))
  expect([...bases].filter((base) => !OTHERS.includes(base) && !SERVICES.includes(base.replace('api/', '')))).toEqual([])
  // Each service has calls below its base, and no other base.
  expect(SERVICES.filter((service) => !bases.has(`api/${service}`))).toEqual([])
  const home = Object.entries(modules).find(([file]) => file.endsWith('/home-web.ts'))
  expect(pathsOf(home?.[1] ?? {}).every((path) => path.startsWith('/api/home-web/') || OTHERS.includes(path.slice(1)))).toBe(true)
})

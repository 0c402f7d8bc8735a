import { expect, test } from 'vitest'
import { boot, readBoot } from './boot.ts'
import { openFeatures } from './shell/menu-model.ts'

test('TEN-008 [part] contracts are open before any configuration arrives and where it says nothing readable, and closed once it says so', () => {
  expect(openFeatures(boot().switches).contract).toBe(true)
  const read = (switches: unknown) => readBoot({ lang: 'en_US', switches })?.switches
  expect(read(undefined)?.contractSwitch).toBe(true)
  expect(read('odd')?.contractSwitch).toBe(true)
  const said = { financialSwitch: 1, flashConvertSwitch: 1, contractSwitch: false, inviteSwitch: 1 }
  expect(read(said)).toEqual(said)
})

/** The looks of the demo tenants: every document and value fits what its reader takes, and the two differ. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { TENANTS } from '../boot/config.ts'
import { defaultContent } from '../content/defaults.ts'
import { defaultKeyValues, isPublicKey, KEY_VALUES_BY_KEY } from '../content/key-values.ts'
import { isContentId, SITE_DOCUMENTS } from '../content/site-documents.ts'
import { builtInTexts } from '../content/texts.ts'
import { lookOf } from './looks.ts'

const PUBLIC = fileURLToPath(new URL('../../../web/public', import.meta.url))

it('TEN-005 [part] what a new tenant is seeded with fits the schemas that its operator is held to', () => {
  for (const tenant of TENANTS) {
    const look = lookOf(tenant.tenantId, true)
    for (const [id, value] of Object.entries({ ...defaultContent(), ...look?.content }))
      expect(isContentId(id) && z.safeParse<z.ZodMiniType>(SITE_DOCUMENTS[id], value).error, `${tenant.tenantId} ${id}`).toBeUndefined()
    for (const [key, value] of Object.entries({ ...defaultKeyValues(tenant), ...look?.keyValues }))
      expect(
        isPublicKey(key) && z.safeParse<z.ZodMiniType>(KEY_VALUES_BY_KEY[key], value).error,
        `${tenant.tenantId} ${key}`,
      ).toBeUndefined()
  }
})

it('SHELL-032 [part] every picture of a look is there, and every text of it is written in every language', () => {
  const languages = Object.keys(builtInTexts('')).sort()
  for (const look of [lookOf('agio'), lookOf('nova')]) {
    const text = JSON.stringify([look, defaultContent()])
    for (const [, file = ''] of text.matchAll(/"(\/brand\/[^"]+)"/g)) expect(existsSync(PUBLIC + file), file).toBe(true)
    const slides = z.parse(SITE_DOCUMENTS.carousel, look?.content.carousel)
    expect(slides.length).toBeGreaterThan(1)
    for (const { title } of slides) expect(Object.keys(title).sort()).toEqual(languages)
  }
  expect(lookOf('agio')).not.toEqual(lookOf('nova'))
  expect(lookOf('unknown')).toBeUndefined()
})

it('CONV-014 EARN-022 [part] the demo opens conversion at both tenants and savings at one; without its world nothing is open', () => {
  const open = (tenantId: string, isDemo: boolean) => {
    const { financial, flashConvertSwitch } = { ...defaultKeyValues({ name: '', themeColor: '' }), ...lookOf(tenantId, isDemo)?.keyValues }
    return [(financial as { financialSwitch: number }).financialSwitch, flashConvertSwitch]
  }
  expect([open('agio', true), open('nova', true)]).toEqual([
    [1, 1],
    [2, 1],
  ])
  expect([open('agio', false), open('nova', false)]).toEqual([
    [2, 0],
    [2, 0],
  ])
})

it('SHELL-003 SHELL-036 [part] the help stands in the menu, which is the phone’s too, and in the footer of every tenant', () => {
  const places = (entries: unknown): readonly string[] =>
    [...JSON.stringify(entries).matchAll(/"path":"([^"]+)"/g)].map(([, path]) => path ?? '')
  for (const { tenantId } of TENANTS) {
    const { menu, footer } = { ...defaultContent(), ...lookOf(tenantId, true)?.content }
    expect(places(menu), tenantId).toContain('/helpCenter')
    expect(places(footer), tenantId).toContain('/helpCenter')
  }
})

/** A verification in a real browser against the real server: typed, photographed with a camera and from a file, refused, approved. */
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SessionClient } from '../../../sim/src/client/session-client.ts'
import { CAMERA, type Harness, startHarness } from '../harness.ts'
import { customerStorage } from '../terminal/desk.ts'

const PAGE = '/userCenter/identity'
const CLI = fileURLToPath(new URL('../../../server/src/operator/cli.ts', import.meta.url))
const YEAR = new Date().getFullYear()
let harness: Harness
beforeAll(async () => {
  harness = await startHarness(CAMERA)
})
afterAll(() => harness.stop())

function operate(...words: readonly string[]): string {
  const env = { ...process.env, AGIO_DATA_DIR: process.env.AGIO_E2E_DATA, AGIO_PROFILE: 'test' }
  return execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', CLI, ...words, '--why', 'browser test'], {
    env,
    encoding: 'utf8',
  })
}

const next = (page: Page, step: string) => page.getByRole('button', { name: `Next: ${step}` })

async function fillDocument(page: Page, birthYear: number, name = 'Maya'): Promise<void> {
  const texts = {
    'First names': name,
    'Last name': 'Kovacs',
    'Date of birth': `${birthYear}-03-14`,
    'Document number': randomUUID().slice(0, 10),
  }
  for (const [label, text] of Object.entries(texts)) await page.getByLabel(label).fill(text)
  await page.getByLabel('Valid until').fill(`${YEAR + 3}-01-31`)
}

/** Any picture with edges and of some size. */
async function photograph(page: Page, field: string): Promise<void> {
  const buffer = await page.screenshot({ type: 'jpeg', quality: 80 })
  await page
    .getByRole('region', { name: field })
    .locator('input[type=file]')
    .setInputFiles({ name: 'document.jpg', mimeType: 'image/jpeg', buffer })
  await page.getByRole('img', { name: field }).waitFor()
}

async function takeSelfie(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Camera' }).click()
  await page.getByLabel('Picture of the camera').waitFor()
  await page.getByRole('button', { name: 'Take the picture' }).click()
  await page.getByRole('img', { name: 'You with your document' }).waitFor()
}

describe.skipIf(process.env.AGIO_E2E_BASE === undefined || process.env.AGIO_E2E_DATA === undefined)('a verification', () => {
  test('KYC-001 KYC-003 KYC-005 country, document, photos and selfie; faults beside their fields; sent back, sent again, approved', async () => {
    const base = harness.realBase ?? ''
    const email = `kyc-${randomUUID().slice(0, 12)}@example.com`
    const client = new SessionClient(base)
    await client.register(email, 'Correct-horse-7')
    const page = await harness.open(PAGE, { lang: 'en_US', mode: 'day', stored: customerStorage(client) }, base)
    await page.getByLabel('Country of issue').selectOption('DE')
    await next(page, 'Document').click()
    await fillDocument(page, YEAR - 12, 'Maya4')
    await next(page, 'Photos').click()
    await page.getByText('Letters, spaces, hyphens and apostrophes only, as on the document.').waitFor()
    for (const label of ['First names', 'Date of birth']) expect(await page.getByLabel(label).getAttribute('aria-invalid')).toBe('true')
    expect(await page.getByLabel('Last name').getAttribute('aria-invalid')).not.toBe('true')
    await page.getByText('You must be 18 or older.', { exact: true }).waitFor()
    await fillDocument(page, 1990)
    await next(page, 'Photos').click()
    await next(page, 'Selfie').click()
    await page.getByText('Add this picture.').waitFor()
    await photograph(page, 'Photo page of your passport')
    await next(page, 'Selfie').click()
    await takeSelfie(page)
    await next(page, 'Check and send').click()
    await page.getByText('Kovacs').first().waitFor()
    await page.getByRole('button', { name: 'Send for review' }).dblclick()
    await page.getByRole('heading', { name: 'We are looking at it' }).waitFor()
    expect(operate('kyc', 'show', email)).toMatch(/submitted[\s\S]*Kovacs[\s\S]*frontKey[\s\S]*handKey/)

    operate('kyc', 'reject', email, '--reason', 'The photo page is not readable.')
    await page.reload()
    await page.getByText('The photo page is not readable.').waitFor()
    await page.getByRole('button', { name: 'Send it again' }).click()
    await photograph(page, 'Photo page of your passport')
    await next(page, 'Selfie').click()
    await takeSelfie(page)
    await next(page, 'Check and send').click()
    await page.getByRole('button', { name: 'Send for review' }).click()
    await page.getByRole('heading', { name: 'We are looking at it' }).waitFor()
    operate('kyc', 'approve', email)
    await page.reload()
    await page.getByRole('heading', { name: /You are verified/ }).waitFor()
    await page.getByText('Level 1', { exact: true }).first().waitFor()
  }, 180_000)
})

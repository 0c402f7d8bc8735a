/**
 * Writes a golden data folder of the product: node sim/src/golden/make-product-journal.ts <name>
 *
 * `<name>/` gets the journal and the snapshots that the process of `npm start` left behind, with the days after it that nobody waits for
 * (see product-day.ts), each file compressed, and `<name>.result.txt`
 * what they come to. Made once for each engine version whose data later ones must open, and kept: it takes six minutes, since a halt lasts five.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { Product } from '../crash/product.ts'
import { goldenFolder, resultOfFolder, unpack } from './folder-result.ts'
import { inviteAndProgram, liveOn } from './product-day.ts'
import { live } from './product-life.ts'

const name = process.argv[2] ?? ''
if (!/^[a-z0-9-]+$/.test(name)) throw new Error('usage: make-product-journal <name>')
const dataDir = mkdtempSync(join(tmpdir(), 'agio-golden-'))
const product = await Product.open(dataDir)
try {
  await live(product, inviteAndProgram)
} finally {
  await product.stop()
}
const journal = join(dataDir, 'agio', 'journal')
await liveOn(journal)
const target = goldenFolder(name)
// snapshots of another life may be of entries that this one never had
rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })
for (const file of readdirSync(journal)) {
  if (/^(segment|snapshot)-/.test(file))
    writeFileSync(join(target, `${file}.gz`), gzipSync(readFileSync(join(journal, file)), { level: 9 }))
}
const copy = join(dataDir, 'copy')
unpack(name, copy)
writeFileSync(fileURLToPath(new URL(`${name}.result.txt`, import.meta.url)), (await resultOfFolder(copy)).text)
rmSync(dataDir, { recursive: true })

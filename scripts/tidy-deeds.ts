/** Only deed.ts makes keys of deeds and judges lost answers: a second policy would soon differ from the first. */

const SENDER = 'web/src/data/deed.ts'
/** Random ids of tabs, devices and sealed reports. */
const OTHER_CHANCE = /^web\/src\/(data\/live\/share|proof\/device)\//
const CHANCE = /\b(randomUUID|getRandomValues)\b/
/** A key written into a request. Keys from deed.ts come as a variable named like the field. */
const KEY = /\b(clientId|clientOrderId|newClientId):\s*(?!string\b|textOf\()\S/
const JUDGED = /'(ENGINE_BUSY|IDEMPOTENCY_\w+|UPSTREAM_\w+)'/

export function checkDeeds(files: readonly string[], text: (file: string) => string, fault: (place: string, what: string) => void): void {
  for (const file of files) {
    if (!file.startsWith('web/src/') || file === SENDER || /\.test\.tsx?$/.test(file)) continue
    for (const [index, line] of text(file).split('\n').entries()) {
      const at = `${file}:${index + 1}`
      if (CHANCE.test(line) && !OTHER_CHANCE.test(file)) fault(at, `chance for a key; ${SENDER} makes the keys of deeds`)
      if (KEY.test(line)) fault(at, `a key of a deed; ${SENDER} makes it`)
      if (JUDGED.test(line)) fault(at, `a judgement of a lost answer; ${SENDER} has it, by the catalogue of errors`)
    }
  }
}

/** What the terminal shows while the server starts: one line a step, a bar for the time-lapse, and the addresses at the end. */
const BAR_WIDTH = 32

export interface StartReport {
  line(text: string): void
  /** Redraws in place on a terminal; prints every tenth elsewhere. */
  bar(label: string, share: number): void
}

export function startReport(out: NodeJS.WriteStream): StartReport {
  let printedTenth = -1
  return {
    line: (text) => void out.write(`agio  ${text}\n`),
    bar: (label, share) => {
      const filled = Math.round(share * BAR_WIDTH)
      const percent = `${Math.floor(share * 100)} %`.padStart(5)
      if (out.isTTY) {
        out.write(`\ragio  ${label} ${'█'.repeat(filled)}${'·'.repeat(BAR_WIDTH - filled)} ${percent}${share >= 1 ? '\n' : ''}`)
        return
      }
      const tenth = Math.floor(share * 10)
      if (tenth === printedTenth) return
      printedTenth = tenth === 10 ? -1 : tenth
      out.write(`agio  ${label} ${percent}\n`)
    },
  }
}

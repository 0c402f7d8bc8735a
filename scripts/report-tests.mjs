/**
 * Reporter of vitest: how many tests passed, failed and were skipped, by name what failed and what passed only when it was tried again, and
 * which files took longest, as JSON in the file that `--outputFile` names. Plain JavaScript: vitest loads it as it is.
 */
import { writeFileSync } from 'node:fs'

const reasonOf = (errors) => (errors ?? []).map(({ message, stack }) => stack ?? message ?? '').join(' | ')

/** Files that took longest, in seconds. */
const DEAREST = 15
const dearestOf = (modules) =>
  [...modules]
    .map((module) => ({ file: module.relativeModuleId, seconds: Math.round(module.diagnostic().duration / 100) / 10 }))
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, DEAREST)

export default class ReportTests {
  #file = ''

  onInit({ config }) {
    this.#file = String(config.outputFile)
  }

  onTestRunEnd(modules, unhandled) {
    const report = { passed: 0, skipped: 0, failures: [], shaky: [], dear: dearestOf(modules) }
    for (const module of modules) this.#addModule(module, report)
    for (const error of unhandled) report.failures.push({ name: 'outside of any test', reason: reasonOf([error]) })
    writeFileSync(this.#file, JSON.stringify(report))
  }

  #addModule(module, report) {
    const failedBefore = report.failures.length
    for (const test of module.children.allTests()) this.#addTest(`${module.relativeModuleId}: ${test.fullName}`, test, report)
    if (module.state() !== 'failed' || report.failures.length > failedBefore) return
    // it failed before its first test, or in what its tests share
    const errors = [module, ...module.children.allSuites()].flatMap((part) => part.errors())
    report.failures.push({ name: module.relativeModuleId, reason: reasonOf(errors) })
  }

  #addTest(name, test, report) {
    const { state, errors } = test.result()
    if (state === 'failed') report.failures.push({ name, reason: reasonOf(errors) })
    else if (state === 'passed') report.passed += 1
    else report.skipped += 1
    if (test.diagnostic()?.flaky === true) report.shaky.push({ name, reason: reasonOf(errors) })
  }
}

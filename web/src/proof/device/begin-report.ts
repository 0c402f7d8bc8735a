/**
 * Begins the device report while a person types what it will go with, so that sending does not wait. The code comes now and not with the
 * page: whoever only looks at a form is not measured.
 */
let begun = false

export function beginReport(): void {
  if (begun) return
  begun = true
  Promise.all([import('./device-report.ts'), import('./security-payload.ts')]).then(
    ([{ prepareReport }]) => prepareReport(),
    // Sending loads the code again, and says so when it still does not come.
    () => (begun = false),
  )
}

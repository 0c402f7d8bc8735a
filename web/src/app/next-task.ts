/**
 * Ends the task that runs, so that the browser can draw and answer before the rest; what waits for it goes on before anything else of
 * its kind. Where browsers have no such call the rest follows at once.
 */
export async function nextTask(): Promise<void> {
  await window.scheduler?.yield?.()
}

/** A port that is taken is told before the work of a start, not after it. */
import { createServer } from 'node:net'
import type { Config } from './config.ts'

function canListen(host: string, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error)))
    server.listen(port, host, () => server.close(() => resolve(true)))
  })
}

/** @throws Error naming the setting whose port something else uses, or why the host cannot be listened on */
export async function checkPorts({ host, port, futuresPort }: Pick<Config, 'host' | 'port' | 'futuresPort'>): Promise<void> {
  for (const [setting, wanted] of [
    ['PORT', port],
    ['FUTURES_PORT', futuresPort],
  ] as const) {
    if (!(await canListen(host, wanted))) throw new Error(`port ${wanted} is in use; choose another with ${setting}=…`)
  }
}

/** Asks for a host by its name on a machine that does not resolve it: names below `localhost` are known to browsers alone. */
import { request } from 'node:http'

export interface Asked {
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** @returns the answer's body, which is JSON */
export function askNamed(base: string, path: string, { method, headers, body }: Asked): Promise<unknown> {
  const { hostname, port } = new URL(base)
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path, method, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      answer.on('end', () => {
        try {
          resolve(JSON.parse(text))
        } catch (error) {
          reject(error)
        }
      })
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

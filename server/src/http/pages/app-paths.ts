/** Which paths answer the envelope; all others are pages and files. */
export const isCallPath = (path: string): boolean => path === '/api' || path.startsWith('/api/') || path.startsWith('/fe-co-api/')

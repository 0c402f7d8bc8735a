/** The packages describe their words as one value; a page takes a part of them. */
declare module '@zxcvbn-ts/language-en/dist/*.json.mjs' {
  const words: string[]
  // biome-ignore lint/style/noDefaultExport: so the package has it
  export default words
}

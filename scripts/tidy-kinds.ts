/**
 * Only `engine/src/schema` lists kinds of commands and events. All other code derives kinds from the descriptions, or has an exhaustive map
 * that the compiler checks. Two kinds beside each other anywhere else are a fault.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ESTree } from 'vite'

type Node = ESTree.Node
type Fault = (at: string, what: string) => void

const SCHEMA = 'engine/src/schema/'
/** Generated from the schema, and the kernel, where kinds are codes. */
const ELSEWHERE = /^engine\/(generated|kernel)\//

/** Kinds in the descriptions; none in a tree without a schema. */
async function kindsOf(root: string): Promise<ReadonlySet<string>> {
  const named = async (file: string, name: string): Promise<readonly string[]> => {
    const path = join(root, SCHEMA, file)
    return existsSync(path) ? Object.keys((await import(pathToFileURL(path).href))[name]) : []
  }
  return new Set([...(await named('commands.ts', 'COMMANDS')), ...(await named('events.ts', 'EVENTS'))])
}

/** An expression without casts and parentheses. */
function bare(node: Node): Node {
  const wraps = node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression' || node.type === 'ParenthesizedExpression'
  return wraps ? bare(node.expression) : node
}

function childrenOf(node: Node): readonly Node[] {
  const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
  return Object.values(node)
    .flat()
    .filter((value) => isNode(value))
}

interface Found {
  readonly node: Node
  readonly kinds: readonly string[]
}

class KindLists {
  readonly #kinds: ReadonlySet<string>
  /** Type aliases of the file by name. */
  readonly #types = new Map<string, Node>()
  readonly #variables = new Map<Node, string>()
  /** Exhaustive objects, and their parts. */
  readonly #checked = new Set<Node>()
  readonly #found: Found[] = []

  constructor(kinds: ReadonlySet<string>) {
    this.#kinds = kinds
  }

  /** Lists in a file. */
  of(program: Node): readonly Found[] {
    this.#note(program)
    this.#look(program)
    this.#admitParts()
    // Report a chain of comparisons once: the whole begins where its parts begin.
    const isWithin = ({ node: { type, start } }: Found, place: number): boolean =>
      this.#found.some((other, at) => at < place && other.node.type === type && other.node.start === start)
    return this.#found.filter((found, place) => !this.#checked.has(found.node) && !isWithin(found, place))
  }

  #note(node: Node): void {
    if (node.type === 'TSTypeAliasDeclaration') this.#types.set(node.id.name, node.typeAnnotation)
    const typed = typedValueOf(node)
    if (typed !== undefined) this.#variables.set(bare(typed.value), typed.name)
    for (const child of childrenOf(node)) this.#note(child)
  }

  /** @param type declared type of the node's value, where known */
  #look(node: Node, type?: Node): void {
    const kinds = [...new Set(this.#namedBy(node))]
    if (kinds.length > 1) this.#found.push({ node, kinds })
    if (node.type === 'ObjectExpression' && type !== undefined && this.#isWhole(type)) this.#checked.add(node)
    const typed = typedValueOf(node)
    for (const child of childrenOf(node)) {
      const own = typed?.value === child ? typed.type : undefined
      this.#look(child, own ?? typeFor(node, child, type))
    }
  }

  /** Does a type require an entry for each key? */
  #isWhole(type: Node): boolean {
    if (type.type === 'TSMappedType') return type.optional !== true && type.optional !== '+'
    if (type.type !== 'TSTypeReference' || type.typeName.type !== 'Identifier') return false
    const { name } = type.typeName
    const [first] = type.typeArguments?.params ?? []
    if (name === 'Readonly') return first !== undefined && this.#isWhole(first)
    if (name === 'Record') return first !== undefined && first.type !== 'TSStringKeyword'
    const alias = this.#types.get(name)
    return alias === undefined ? name !== 'Partial' && name !== 'const' : this.#isWhole(alias)
  }

  /** The compiler checks a part with the object that spreads the part. */
  #admitParts(): void {
    const parts = new Map([...this.#variables].map(([node, name]) => [name, node]))
    const waiting = [...this.#checked]
    for (const whole of waiting) {
      if (whole.type !== 'ObjectExpression') continue
      for (const property of whole.properties) {
        const part =
          property.type === 'SpreadElement' && property.argument.type === 'Identifier' ? parts.get(property.argument.name) : undefined
        if (part === undefined || this.#checked.has(part)) continue
        this.#checked.add(part)
        waiting.push(part)
      }
    }
  }

  #namedBy(node: Node): readonly string[] {
    switch (node.type) {
      case 'ArrayExpression':
      case 'CallExpression':
        return this.#elementsOf(node)
      case 'ObjectExpression':
      case 'TSInterfaceBody':
      case 'TSTypeLiteral':
        return this.#keysOf(node)
      case 'SwitchStatement':
        return isWholeSwitch(node) ? [] : node.cases.flatMap(({ test }) => (test === null ? [] : this.#word(test)))
      case 'LogicalExpression':
        return this.#compared(node)
      case 'TSUnionType':
        return node.types.flatMap((type) => this.#typed(type))
      default:
        return []
    }
  }

  #word(node: Node): readonly string[] {
    const value = bare(node)
    return value.type === 'Literal' && typeof value.value === 'string' && this.#kinds.has(value.value) ? [value.value] : []
  }

  /** Elements, elements of spread arrays, and first elements of pairs. */
  #elementsOf(node: ESTree.ArrayExpression | ESTree.CallExpression): readonly string[] {
    const elements: readonly (Node | null)[] = node.type === 'ArrayExpression' ? node.elements : node.arguments
    return elements.flatMap((element) => {
      if (element === null) return []
      const spread = element.type === 'SpreadElement' ? bare(element.argument) : undefined
      if (spread !== undefined) return spread.type === 'ArrayExpression' ? this.#elementsOf(spread) : []
      const value = bare(element)
      const first = value.type === 'ArrayExpression' && node.type === 'ArrayExpression' ? value.elements[0] : undefined
      return this.#word(first ?? value)
    })
  }

  #keysOf(node: ESTree.ObjectExpression | ESTree.TSInterfaceBody | ESTree.TSTypeLiteral): readonly string[] {
    const members: readonly Node[] =
      node.type === 'ObjectExpression' ? node.properties : node.type === 'TSTypeLiteral' ? node.members : node.body
    return members.flatMap((member) => {
      if ((member.type !== 'Property' && member.type !== 'TSPropertySignature') || member.computed) return []
      const name = member.key.type === 'Identifier' ? member.key.name : this.#word(member.key)[0]
      return name !== undefined && this.#kinds.has(name) ? [name] : []
    })
  }

  /** `a === 'x' || a === 'y'`, or `a !== 'x' && a !== 'y'`. */
  #compared(node: Node): readonly string[] {
    const part = bare(node)
    if (part.type === 'LogicalExpression') return [part.left, part.right].flatMap((side) => this.#compared(side))
    const compares = part.type === 'BinaryExpression' && /^[!=]==$/.test(part.operator)
    return compares ? [part.left, part.right].flatMap((side) => this.#word(side)) : []
  }

  /** Words in a type: literals, indexes, arguments, and the kind of an object. */
  #typed(type: Node): readonly string[] {
    if (type.type === 'TSLiteralType') return this.#word(type.literal)
    if (type.type === 'TSIndexedAccessType') return this.#typed(type.indexType)
    if (type.type === 'TSTypeReference') return (type.typeArguments?.params ?? []).flatMap((argument) => this.#typed(argument))
    if (type.type !== 'TSTypeLiteral') return []
    return type.members.flatMap((member) =>
      member.type === 'TSPropertySignature' && member.typeAnnotation ? this.#typed(member.typeAnnotation.typeAnnotation) : [],
    )
  }
}

/** Name, value and type of a declaration. */
function typedValueOf(node: Node): { readonly name: string; readonly value: Node; readonly type: Node | undefined } | undefined {
  if (node.type === 'VariableDeclarator' && node.init !== null && node.id.type === 'Identifier')
    return { name: node.id.name, value: node.init, type: node.id.typeAnnotation?.typeAnnotation }
  if (node.type === 'PropertyDefinition' && node.value !== null)
    return { name: '', value: node.value, type: node.typeAnnotation?.typeAnnotation }
  return undefined
}

/** The type that a node gives to a child. */
function typeFor(node: Node, child: Node, type: Node | undefined): Node | undefined {
  switch (node.type) {
    case 'TSSatisfiesExpression':
      return child === node.expression ? node.typeAnnotation : undefined
    case 'TSAsExpression':
    case 'ParenthesizedExpression':
    case 'ReturnStatement':
    case 'BlockStatement':
      return type
    case 'ArrowFunctionExpression':
    case 'FunctionDeclaration':
    case 'FunctionExpression':
      return child === node.body ? node.returnType?.typeAnnotation : undefined
    default:
      return undefined
  }
}

/** The compiler finds missing cases by `default: event satisfies never`. */
const isWholeSwitch = ({ cases }: ESTree.SwitchStatement): boolean =>
  cases.some(({ test, consequent }) => test === null && consequent.some((statement) => tellsNever(statement)))

const tellsNever = (node: Node): boolean =>
  (node.type === 'TSSatisfiesExpression' && node.typeAnnotation.type === 'TSNeverKeyword') || childrenOf(node).some(tellsNever)

/** @param files source files of the repository */
export async function checkKinds(root: string, files: readonly string[], text: (file: string) => string, fault: Fault): Promise<void> {
  const kinds = await kindsOf(root)
  if (kinds.size === 0) return
  const { parseSync } = await import('vite')
  for (const file of files.filter((name) => !name.startsWith(SCHEMA) && !ELSEWHERE.test(name))) {
    const source = text(file)
    if (new Set(source.match(/\w+/g)?.filter((word) => kinds.has(word))).size < 2) continue
    const { program } = parseSync(file, source)
    for (const { node, kinds: named } of new KindLists(kinds).of(program)) {
      const line = source.slice(0, node.start).split('\n').length
      fault(`${file}:${line}`, `names kinds beside each other, ${named.join(', ')}: derive them from ${SCHEMA}, or give each an entry`)
    }
  }
}

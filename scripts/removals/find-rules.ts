/**
 * Finds rules in sources: refusals, guards and bounds, each by file, enclosing function and text of the condition. Positions are offsets
 * into the source; names stay the same when lines move. The kernel's AssemblyScript parses as TypeScript.
 */
import {
  type CallExpression,
  type ConditionalExpression,
  type Expression,
  type IfStatement,
  type Node,
  type SourceFile,
  type Statement,
  SyntaxKind,
} from 'typescript/unstable/ast'
import {
  isBlock,
  isCallExpression,
  isConditionalExpression,
  isIfStatement,
  isNumericLiteral,
  isParenthesizedExpression,
  isPrefixUnaryExpression,
  isReturnStatement,
  isThrowStatement,
} from 'typescript/unstable/ast/is'
import { API } from 'typescript/unstable/sync'
import { REASONS } from '../../engine/src/reason.ts'

/** `refusal`: an answer or error; `guard`: an early end without one; `bound`: the smaller or larger of a value and a limit. */
export type RuleKind = 'refusal' | 'guard' | 'bound'

/** A rule's name, which changes around the rule keep good. */
export interface RuleName {
  readonly file: string
  /** Enclosing function, `Class.method`, or '' at the top of the file. */
  readonly function: string
  /** Text of the condition, of a bound the whole call, white space folded. */
  readonly condition: string
  /** From 1, among equal conditions in one function. */
  readonly occurrence: number
}

export interface Rule extends RuleName {
  readonly kind: RuleKind
  readonly start: number
  readonly end: number
  /** Replaces the text from `start` to `end` so that the rule never applies. */
  readonly without: string
  /** Replaces the same text by a call that notes when the rule applies. `RULE` stands for the number of the rule. */
  readonly watched: string
}

export const ruleKey = (rule: RuleName): string =>
  `${rule.file} › ${rule.function} › ${rule.condition}${rule.occurrence === 1 ? '' : ` (${rule.occurrence})`}`

const folded = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Words in names of refusing answers, errors and functions. */
const REFUSAL = /\b(\w*[Rr]efus\w*|\w*[Ff]ail(ure|ed|s)?|\w*[Ee]rror|\w*[Rr]eject\w*|\w*[Dd]en(y|ied)|\w*[Ff]ault|[a-z]*[Bb]ad[A-Z]\w*)\b/
/** Reasons as the kernel's constants: `badNumber` is BAD_NUMBER. */
const REASON_CONSTANTS = new Set<string>(REASONS.map((reason) => reason.replace(/[A-Z]/g, '_$&').toUpperCase()))
const isReason = (text: string): boolean => text !== 'NONE' && REASON_CONSTANTS.has(text)
/** A check's answer, handed on. */
const HANDED_ON = /(!= NONE|!== undefined|!== NONE|!== null)$/
const NO_ANSWER = /^(|false|undefined|null)$/

/** The statement by which an `if` ends the function, when the `if` does nothing else. */
function onlyEnd(then: Statement): Statement | undefined {
  if (!isBlock(then)) return then
  const last = then.statements.at(-1)
  return last !== undefined && (then.statements.length === 1 || isThrowStatement(last)) ? last : undefined
}

function kindOfIf(node: IfStatement, source: SourceFile): RuleKind | undefined {
  if (node.elseStatement !== undefined) return undefined
  const end = onlyEnd(node.thenStatement)
  if (end === undefined) return undefined
  if (isThrowStatement(end)) return 'refusal'
  if (!isReturnStatement(end)) return undefined
  const answer = folded(end.expression?.getText(source) ?? '')
  const condition = folded(node.expression.getText(source))
  if (isReason(answer)) return 'refusal'
  if (REFUSAL.test(answer)) return 'refusal'
  if (/^\w+$/.test(answer) && HANDED_ON.test(condition) && condition.startsWith(`${answer} `)) return 'refusal'
  return NO_ANSWER.test(answer) ? 'guard' : undefined
}

/** `x > LIMIT ? TOO_LARGE : NONE` in the kernel. @returns the refusing branch */
function refusingBranch(node: ConditionalExpression, source: SourceFile): 'true' | 'false' | undefined {
  const [yes, no] = [node.whenTrue.getText(source), node.whenFalse.getText(source)]
  if (no === 'NONE' && isReason(yes)) return 'true'
  return yes === 'NONE' && isReason(no) ? 'false' : undefined
}

function isConstant(node: Expression, source: SourceFile): boolean {
  if (isNumericLiteral(node) || node.kind === SyntaxKind.BigIntLiteral) return true
  if (isPrefixUnaryExpression(node)) return isConstant(node.operand, source)
  if (isParenthesizedExpression(node)) return isConstant(node.expression, source)
  return /^(\w+\.)?[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/.test(node.getText(source))
}

/** The value bounded by a constant in a call of `min` or `max`. */
function boundedValue(node: CallExpression, source: SourceFile): Expression | undefined {
  if (!/^(Math\.)?(min|max)$/.test(node.expression.getText(source)) || node.arguments.length !== 2) return undefined
  const values = node.arguments.filter((argument) => !isConstant(argument, source))
  return values.length === 1 ? values[0] : undefined
}

/** Name given by a node to the functions inside. */
function nameGiven(node: Node, source: SourceFile): string | undefined {
  const { kind } = node
  const isNamed =
    kind === SyntaxKind.FunctionDeclaration ||
    kind === SyntaxKind.MethodDeclaration ||
    kind === SyntaxKind.ClassDeclaration ||
    kind === SyntaxKind.GetAccessor ||
    kind === SyntaxKind.PropertyAssignment ||
    kind === SyntaxKind.PropertyDeclaration
  if (kind === SyntaxKind.Constructor) return 'constructor'
  const { name, initializer } = node as Node & { readonly name?: Node; readonly initializer?: Node }
  if (isNamed) return name?.getText(source)
  const isFunction = initializer?.kind === SyntaxKind.ArrowFunction || initializer?.kind === SyntaxKind.FunctionExpression
  return kind === SyntaxKind.VariableDeclaration && isFunction ? name?.getText(source) : undefined
}

type Found = Omit<Rule, 'file' | 'function' | 'occurrence'>

/** Where the rule stands. `cond && false` still evaluates the condition: side effects stay, the rule alone goes. */
function ruleAt(node: Node, source: SourceFile): Found | undefined {
  const text = (at: Node): string => at.getText(source)
  const place = (at: Node): Pick<Rule, 'start' | 'end' | 'condition'> => ({
    start: at.getStart(source),
    end: at.end,
    condition: folded(text(at)),
  })
  const never = (condition: Node) => ({ without: `!!(${text(condition)}) && false`, watched: `watchRule(RULE, !!(${text(condition)}))` })
  if (isIfStatement(node)) {
    const kind = kindOfIf(node, source)
    return kind && { kind, ...place(node.expression), ...never(node.expression) }
  }
  if (isConditionalExpression(node)) {
    const { condition } = node
    const branch = refusingBranch(node, source)
    if (branch === undefined) return undefined
    const { without, watched } = never(condition)
    if (branch === 'true') return { kind: 'refusal', ...place(condition), without: `(${without})`, watched }
    return {
      kind: 'refusal',
      ...place(condition),
      without: `(!!(${text(condition)}) || true)`,
      watched: `!watchRule(RULE, !(${text(condition)}))`,
    }
  }
  if (!isCallExpression(node)) return undefined
  const value = boundedValue(node, source)
  return value && { kind: 'bound', ...place(node), without: `(${text(value)})`, watched: `watchBound(RULE, ${text(node)}, ${text(value)})` }
}

/** Rules of one source, in their order. */
export function rulesOf(file: string, source: SourceFile): readonly Rule[] {
  const seen = new Map<string, number>()
  const rules: Rule[] = []
  const visit = (node: Node, names: readonly string[]): void => {
    const found = ruleAt(node, source)
    if (found !== undefined) {
      const name = { file, function: names.join('.'), condition: found.condition }
      const occurrence = (seen.get(`${name.function} ${name.condition}`) ?? 0) + 1
      seen.set(`${name.function} ${name.condition}`, occurrence)
      rules.push({ ...found, ...name, occurrence })
    }
    const given = nameGiven(node, source)
    const inside = given === undefined ? names : [...names, given]
    node.forEachChild((child) => visit(child, inside))
  }
  visit(source, [])
  return rules
}

/** Rules of the sources at these paths of the tree. @throws Error for a file unknown to the parser */
export function rulesOfFiles(root: string, files: readonly string[]): readonly Rule[] {
  const api = new API({ cwd: root })
  try {
    const paths = files.map((file) => `${root}/${file}`)
    const snapshot = api.updateSnapshot({ openFiles: paths })
    return files.flatMap((file, index) => {
      const path = paths[index] ?? ''
      const source = snapshot.getDefaultProjectForFile(path)?.program.getSourceFile(path)
      if (source === undefined) throw new Error(`the parser does not know ${file}`)
      return rulesOf(file, source)
    })
  } finally {
    api.close()
  }
}

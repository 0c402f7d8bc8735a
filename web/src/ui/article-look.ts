/** How the text of an announcement or article is set, whoever draws it. */
export const ARTICLE_LOOK =
  'text-[16px] leading-[27px] [&_p]:mb-4 [&_h2]:mt-8 [&_h2]:mb-3 [&_h2]:text-[20px] [&_h2]:leading-7 [&_h2]:font-semibold [&_h3]:mt-6 [&_h3]:mb-2 [&_h3]:font-semibold ' +
  '[&_ul]:mb-4 [&_ul]:list-disc [&_ul]:ps-5 [&_ol]:mb-4 [&_ol]:list-decimal [&_ol]:ps-5 [&_li]:mb-1.5 [&_a]:font-medium [&_a]:text-theme-text [&_a]:underline [&_a]:underline-offset-2 [&_a:hover]:no-underline ' +
  '[&_table]:mb-4 [&_table]:w-full [&_table]:border-separate [&_table]:border-spacing-0 [&_table]:rounded-card [&_table]:border [&_table]:border-line [&_table]:bg-panel [&_table]:text-base ' +
  '[&_th]:px-4 [&_th]:py-2.5 [&_th]:text-start [&_th]:align-top [&_th]:font-normal [&_th]:text-muted [&_td]:px-4 [&_td]:py-2.5 [&_td]:align-top [&_td]:font-medium ' +
  '[&_tr:not(:first-child)>*]:border-t [&_tr:not(:first-child)>*]:border-line [&_tbody>tr:first-child>*]:border-line [&_thead+tbody>tr:first-child>*]:border-t ' +
  '[&_img]:max-w-full [&_img]:rounded-card [&_code]:code [&_blockquote]:border-s-2 [&_blockquote]:border-line2 [&_blockquote]:ps-4 [&_blockquote]:text-muted break-words'

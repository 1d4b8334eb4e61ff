// `with (object) body`. Every name in the body may be a property of the object, and a proxy hears of all that are looked for, so neither the hooks nor
// temporary variables may be looked for there: they are constants and variables of a block in the body, which is nearer than the object. What the
// constant is comes from where no name is needed (see Hook.scope). Names of the program are read once, and not taken for global ones.

import type { WithStatement } from 'acorn';
import { HOOK_PREFIX, HOOKS, Hook } from '../core/hooks.ts';
import type { Rewriter } from './rewriter.ts';

const EXAMPLE = 'async function*(){}';
const NONE: ReadonlySet<string> = new Set();

/** Hooks that do nothing but give what they stand around, by the letters of Hook: where a realm is frozen, there are no others to be had. */
const IDLE =
  '{e:x=>x,A:(o,n)=>n,B:x=>x,N:function(x){return x},D(){},W(){},L:()=>null,v(){},k:(o,n)=>n,x:(o,n,v)=>v,p:()=>"",i:x=>x,a:x=>x,m:x=>x,l:x=>x,n:{__proto__:null},c:x=>x,u(){},y(){},d(){},z:(v,x)=>x,j:(v,x)=>x,q:x=>x,h:x=>x,t:x=>x,o:x=>x,s:(f,x)=>x}';

export function visitWith(r: Rewriter, { object, body }: WithStatement): void {
  r.edits.insert(object.start, `${Hook.scope}(${EXAMPLE},(`);
  r.visit(object);
  r.edits.insert(object.end, '))');
  const { declared, isWithin } = r;
  r.declared = NONE;
  r.isWithin = true;
  const scope = `${HOOK_PREFIX}w${r.scopes.length}`;
  r.scopes.unshift(scope);
  const before = r.edits.reserve(body.start);
  const variables = r.within(true, () => r.visit(body), 'let');
  const kept = /\beval\b/.test(r.text(body)) ? `const ${scope}=${Hook.scoped}();` : '';
  before(
    `{const ${HOOKS}=(o=>(o.__proto__="${HOOKS}",o.${HOOKS}))({})||(${EXAMPLE}).${HOOKS}||${IDLE};let ${Hook.temporary};${kept}${variables}`,
  );
  r.edits.insert(body.end, '}');
  r.scopes.shift();
  r.declared = declared;
  r.isWithin = isWithin;
}

// Each part works on copies of the same repository, which is made once.
import './staging/whole-files.ts';
import './staging/lines.ts';
import './staging/kinds-of-repository.ts';
import './staging/refusals.ts';
import './staging/suggestions.ts';
import './staging/hostile.ts';

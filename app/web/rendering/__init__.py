"""What templates need: prose as HTML, maths as MathML, values as tables, verdicts as words.

`environment`  the Jinja environment with everything below in it
`markdown`     Markdown with LaTeX maths, without raw HTML
`maths`        LaTeX to MathML, behind one function
`prose`        a problem's texts, with computed numbers filled in
`code`         Python source as highlighted lines
`differences`  two sources, line by line
`values`       arrays and other values as small tables or shortened text
`results`      a submission's result as the results panel shows it
`words`        verdicts, reasons and states in plain English
`numbers`      figures as people read them
`icons`        the pictures in templates/icons
"""

from __future__ import annotations

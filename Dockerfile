# The program with a browser and fonts, for machines without either:
#   docker build --tag puzzle-autoplay .
#   docker run --rm --init --volume puzzle-autoplay:/data puzzle-autoplay play demo
FROM python:3.13-slim AS build
RUN apt-get update \
 && apt-get install --yes --no-install-recommends gcc libc6-dev
COPY . /source
RUN python -m venv /opt/autoplay \
 && /opt/autoplay/bin/pip install --no-cache-dir "/source[pdf,web]"
# The slim image has no libGL: the same cv2 without windows needs none.
RUN /opt/autoplay/bin/pip uninstall --yes opencv-python \
 && /opt/autoplay/bin/pip install --no-cache-dir --force-reinstall --no-deps opencv-python-headless

FROM python:3.13-slim
RUN apt-get update \
 && apt-get install --yes --no-install-recommends chromium fonts-dejavu-core fonts-noto-color-emoji \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --create-home player \
 && install --directory --owner player /data
COPY --from=build /opt/autoplay /opt/autoplay
ENV PATH=/opt/autoplay/bin:$PATH AUTOPLAY_HOME=/data
USER player
WORKDIR /data
VOLUME /data
HEALTHCHECK --interval=10m --timeout=1m CMD ["autoplay", "doctor"]
ENTRYPOINT ["autoplay"]
CMD ["--help"]
